private import CognitoTriggers
internal import ExpiringState
internal import FunctionServices
private import JOSE
private import OpenSSLCrypto
internal import Primitives
internal import TokenSources

/// Decides whether a proof wins a round, by the rules that hold for every token source. It judges values: a fact that
/// costs a call or a digest is asked for only when no cheaper rule has refused the proof.
struct ProofPolicy {
    /// What ties a proof to its round (`ROUND_BINDING`).
    enum Binding: String, CaseIterable {
        /// The round's idempotency key.
        case key
        /// Only its age, for a tenant whose SDK does not keep the key.
        case age
    }

    /// The answer to the question whether a proof wins a round.
    enum Judgement: Equatable {
        case accept
        case refuse(Refusal)
        case needs(MissingFact)
    }

    /// What the policy has to know before it can answer.
    enum MissingFact: Equatable {
        /// When the proof was made.
        case time
        /// Whether its code went to this address.
        case address(String)
    }

    /// The actions for which a proof may be made.
    let actions: ActionCodes
    let methods: Set<VerificationMethod>
    /// What a proof must also show; nil if every allowed method will do.
    var assurance: RequiredAssurance?
    let binding: Binding
    /// Seconds.
    let maximumAge: Int64
    /// Whether a passkey's proof grows too old for its own round as well: the passkey may have been removed since.
    var judgesAgeOfPasskeys = false
    /// Whether a proof could have carried the round's key. If so, a proof of another round is worth a line in the log.
    var warnsOfOtherRounds = true

    /// Whether a proof wins a round.
    /// - Parameter now: seconds since 1970.
    func judge(_ proof: Proof, for issued: TokenRound, in round: Round, at now: Int64) -> Judgement {
        let isOwn = proof.idempotencyKey == issued.key
        guard !issued.isClosed, let account = round.account else { return .refuse(.closedRound) }
        guard proof.subject == account.sub, issued.subject == account.sub else { return .refuse(.wrongUser) }
        guard proof.isSuccessful else { return .refuse(.notSucceeded) }
        guard methods.contains(proof.method) else { return .refuse(.methodNotAllowed) }
        guard Self.gives(assurance, proof) else { return .refuse(.insufficientAssurance) }
        guard
            proof.actionCode == actions.signIn || proof.method == .passkey && proof.actionCode == actions.passkey
        else { return .refuse(.wrongAction) }
        // A proof must be this round's own. One exception: an app proves a passkey before it knows whom to sign in, so
        // a step's first round takes a recent passkey proof made without its token.
        let isEarlierPasskey = proof.method == .passkey && round.number == 1 && !proof.idempotencyKey.isEmpty
        switch proof.form {
        case .token: guard binding == .age || isOwn || isEarlierPasskey else { return .refuse(.otherRound) }
        case .assertion: guard isOwn || isEarlierPasskey else { return .refuse(.otherRound) }
        case .assertionOfRound: guard isOwn else { return .refuse(.otherRound) }
        }
        // Nothing but its age ties a proof of another round to this one.
        if binding == .age || !isOwn || judgesAgeOfPasskeys && proof.method == .passkey {
            switch proof.time {
            case .unknown: return .needs(.time)
            case .known(let time):
                guard let time, -ClockSkew.maximum...maximumAge ~= now - time else { return .refuse(.tooOld) }
            }
        }
        if proof.method == .emailOTP {
            guard let email = account.email else { return .refuse(.wrongAddress) }
            switch proof.isAddressCurrent {
            case .unknown: return .needs(.address(email))
            case .known(let isCurrent): guard isCurrent == true else { return .refuse(.wrongAddress) }
            }
        }
        return .accept
    }

    /// Whether the log should say that only its age ties a proof to this round.
    func warnsOfOtherRound(of proof: Proof, for issued: TokenRound) -> Bool {
        binding == .age && warnsOfOtherRounds && proof.form == .token && proof.idempotencyKey != issued.key
    }

    /// Whether a proof gives the required assurance. What the proof does not say is not proven.
    private static func gives(_ assurance: RequiredAssurance?, _ proof: Proof) -> Bool {
        switch assurance {
        case nil: true
        case .aal2: proof.method == .passkey && proof.isUserVerified
        }
    }
}

/// What an answer proves, whichever service vouches for it. `ProofPolicy` decides whether that is enough.
struct Proof: Equatable {
    /// The user's `sub`.
    let subject: String
    /// The code of the action that was proven.
    let actionCode: String
    /// The idempotency key of the round for which it was proven.
    let idempotencyKey: String
    /// How the user proved who they are.
    let method: VerificationMethod
    /// Whether a factor was presented successfully.
    let isSuccessful: Bool
    /// When it was proven, in seconds since 1970.
    var time = Fact<Int64>.unknown
    /// Whether the code went to the address that Cognito has now.
    var isAddressCurrent = Fact<Bool>.unknown
    /// The digest of the address that a code went to; nil if the token has none.
    var emailDigest: String?
    /// Whether the proof says that the device has verified its user, by biometrics or a PIN.
    var isUserVerified = false
    /// What the answer is.
    var form = Form.token

    /// What an answer is.
    enum Form: Equatable {
        /// A token that says what was proven. An SDK that asked for it may have lost the round's key.
        case token
        /// A passkey's assertion over a challenge for any app. No SDK stands in between that could lose a key.
        case assertion
        /// A passkey's assertion over the challenge of one round.
        case assertionOfRound
    }

    /// Something that a proof says itself, or that is looked up.
    enum Fact<Value: Equatable>: Equatable {
        /// The proof does not say it, and it has not been looked up.
        case unknown
        /// What the proof or a look-up has told; nil if it cannot be found out.
        case known(Value?)
    }
}

extension Proof {
    /// The proof's key in the state table. User, action and idempotency key identify a proof: a token minted again for
    /// the same proof, with other times or another signature, is the same proof.
    func item(in userPoolID: String) -> StateKey {
        let identity = LengthPrefixedFields.bytes("proof", [userPoolID, subject, actionCode, idempotencyKey])
        return StateKey(.proof, digest: Base64URL.encode(SHA256.digest(of: identity)))
    }
}

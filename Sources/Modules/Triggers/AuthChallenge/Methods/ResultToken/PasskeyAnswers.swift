internal import FunctionServices
internal import HTTP
private import JSON
internal import LambdaRuntime
private import OpenSSLCrypto
internal import PasskeyServices
internal import Passkeys
internal import Primitives
internal import SignInTokens
internal import TokenSources
internal import WebAuthn

/// Reads answers that are a passkey's assertion, as the authenticator's `verify/passkey` takes it: the sealed challenge
/// and what the passkey signed. It verifies them with the authenticator's own code and tables.
///
/// Whose round it is plays no part here. So a round of an unknown user and the passkey of another user take as long as
/// any other.
struct PasskeyAnswers {
    private let settings: PasskeyAnswerSettings
    private let keys: RotatingSecret<SignInKeys>
    private let services: Services

    init(_ settings: PasskeyAnswerSettings, _ tokens: SignedTokenSettings, _ services: Services) {
        self.settings = settings
        keys = tokens.keys
        self.services = services
    }

    /// A genuine assertion. It counts once it has been used.
    struct Assertion {
        /// What it proves.
        let proof: Proof
        /// The passkey that signed.
        let passkey: FoundPasskey
        /// What it says of the passkey.
        let verified: VerifiedAuthentication
        /// The challenge that it answers.
        let challenge: IssuedChallenge
        /// Identifies the answer.
        let digest: String
    }

    /// What an answer is.
    enum Reading {
        case genuine(Assertion)
        case refused(AnswerVerdict)
    }

    /// Verifies an answer. It writes nothing.
    func read(_ answer: PasskeyAnswer, in round: Round) throws(FunctionError) -> Reading {
        let opened: OpenedCeremony
        do { opened = try ceremony(answer.challengeID, in: round) } catch {
            return .refused(.wrong(error == .expired ? .expired : .invalidChallenge))
        }
        // A challenge for a name or without an action is for the authenticator alone.
        guard case .authentication(let asked) = opened.ceremony.purpose, let action = asked.startedAction,
            asked.allowed.isEmpty, asked.username == nil
        else { return .refused(.wrong(.invalidChallenge)) }
        let form: Proof.Form
        switch opened.ceremony.holder {
        case .anybody: form = .assertion
        case .round: form = .assertionOfRound
        case .bearer: return .refused(.wrong(.invalidChallenge))
        }
        let credential: AuthenticationCredential
        do { credential = try AuthenticationCredential(json: answer.credential) } catch {
            return try refuse(RefusedPasskey(error))
        }
        let passkey = try asking { () throws(StorageError) in
            try settings.tables.passkey(credential.id, tenantID: round.userPoolID, by: round.deadline)
        }
        let record = passkey?.record ?? .standIn(for: credential)
        let result = Result { () throws(WebAuthnError) in
            try settings.relyingParty.verify(credential, challenge: opened.challenge, user: nil) { _ in record }
        }
        func refusal(for error: WebAuthnError) -> RefusedPasskey? {
            RefusedPasskey(error, of: credential, poolID: round.userPoolID)
        }
        guard let passkey else { return try refuse(refusal(for: .unknownCredential)) }
        let verified: VerifiedAuthentication
        do { verified = try result.get() } catch { return try refuse(refusal(for: error)) }
        let proof = Proof(
            subject: passkey.owner.id, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            method: .passkey, isSuccessful: true, time: .known(opened.ceremony.issuedAt),
            isUserVerified: verified.isUserVerified, form: form)
        let bytes = Array(answer.challengeID.utf8) + [0] + answer.credential.bytes
        return .genuine(
            Assertion(
                proof: proof, passkey: passkey, verified: verified, challenge: opened.issued,
                digest: Base64URL.encode(SHA256.digest(of: bytes))))
    }

    /// Uses up an assertion that wins a round: its challenge, together with the note that the passkey has been used.
    ///
    /// The same answer to the same round is right again, because Cognito may deliver it again.
    func use(_ assertion: Assertion, for roundKey: String, in round: Round) throws(FunctionError) -> AnswerVerdict {
        let attempt = Attempt(id: "\(roundKey) \(assertion.digest)", time: services.now() / 1_000)
        let (passkey, verified) = (assertion.passkey, assertion.verified)
        let outcome = try asking { () throws(StorageError) in
            try settings.tables.use(
                PasskeyUse(verified, settings.signCounts), of: passkey.authenticatorID, of: passkey.owner,
                answering: assertion.challenge, by: attempt, before: round.deadline)
        }
        switch outcome {
        case .used:
            if verified.isPossibleClone, passkey.lastUsedBy != attempt.id { round.log(.warn, PasskeyUse.cloneWarning) }
            return .right(.passkey)
        case .challengeUsed: return .wrong(.alreadyUsed)
        case .gone: return .refusedPasskey(RefusedPasskey(.unknownCredential))
        case .countNotHigher: return .refusedPasskey(RefusedPasskey(.signCountNotHigher))
        }
    }

    /// The ceremony of a challenge. If no known key opens it, the keys may have been replaced.
    private func ceremony(_ text: String, in round: Round) throws(ChallengeError) -> OpenedCeremony {
        func open(_ keys: SignInKeys) throws(ChallengeError) -> OpenedCeremony {
            try Sealer(secrets: keys.sealingSecrets).ceremony(
                text, poolID: round.userPoolID, relyingPartyID: settings.relyingParty.id,
                heldBy: .anybody, .round, at: services.now() / 1_000)
        }
        do { return try open(keys.current(by: round.deadline)) } catch {
            guard error == .invalid, keys.renew(by: round.deadline) else { throw error }
            return try open(keys.value)
        }
    }

    private func refuse(_ refused: RefusedPasskey?) throws(FunctionError) -> Reading {
        guard let refused else { throw Self.failure(.unreadable("a passkey's key")) }
        return .refused(.refusedPasskey(refused))
    }

    private func asking<Answer>(_ ask: () throws(StorageError) -> Answer) throws(FunctionError) -> Answer {
        do throws(StorageError) { return try ask() } catch { throw Self.failure(error) }
    }

    /// What a function reports if the tables do not answer, or not with what the authenticator wrote.
    private static func failure(_ error: StorageError) -> FunctionError {
        switch error {
        case .unavailable(let reason): .hidden(.unavailable, reason)
        case .unreadable(let reason): .hidden(.unavailable, "a stored item cannot be read: \(reason)")
        }
    }
}

extension CredentialRecord {
    /// Stands in for a passkey that is not registered, so that its refusal takes as long: a signature is verified with a
    /// key that anybody may know.
    fileprivate static func standIn(for credential: AuthenticationCredential) -> CredentialRecord {
        let flags = (try? AuthenticatorData(credential.authenticatorData))?.flags
        return CredentialRecord(
            id: credential.id, userHandle: credential.userHandle ?? [], publicKey: standInKey,
            aaguid: [UInt8](repeating: 0, count: 16), transports: [],
            isBackupEligible: flags?.contains(.backupEligible) ?? false, isBackedUp: false, signCount: 0,
            hasVerifiedUser: false)
    }

    /// An ES256 key in COSE (RFC 9053 section 7.1): the base point of P-256 (SEC 2 section 2.4.2).
    private static let standInKey: [UInt8] =
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        + [
            0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
            0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
        ] + [0x22, 0x58, 0x20]
        + [
            0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16,
            0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
        ]
}

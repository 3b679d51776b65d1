internal import LambdaRuntime
internal import Primitives
internal import SignInRules

/// Decides whether a proof wins a round, by the rules that hold for every token source. It judges facts and makes no
/// call.
struct ProofPolicy {
    /// What ties a proof to its round (`ROUND_BINDING`).
    enum Binding: String, CaseIterable {
        /// The round's idempotency key.
        case key
        /// Only its age, for a tenant whose SDK does not keep the key.
        case age
    }

    let actionCode: String
    let passkeyActionCode: String
    let methods: Set<VerificationMethod>
    /// What a proof must show besides; nil if every allowed method will do.
    let assurance: RequiredAssurance?
    let binding: Binding
    /// Seconds.
    let maximumAge: Int64
    /// Whether a passkey's proof grows too old for its own round as well: the passkey may have been removed since.
    let judgesAgeOfPasskeys: Bool
    /// Whether a proof could have carried the round's key. If so, a proof of another round is worth a line in the log.
    let warnsOfOtherRounds: Bool
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    init(
        _ settings: Settings, judgesAgeOfPasskeys: Bool, now: @escaping @Sendable () -> Int64
    ) throws(FunctionError) {
        actionCode = try settings.actionCode()
        passkeyActionCode = try settings.passkeyActionCode()
        methods = try settings.allowedMethods()
        assurance = try RequiredAssurance(settings)
        guard assurance == nil || methods.contains(.passkey) else {
            throw .configuration(RequiredAssurance.variable, "needs PASSKEY among ALLOWED_METHODS")
        }
        binding = try settings.choice("ROUND_BINDING", default: .key)
        maximumAge = try settings.integer("MAX_PROOF_AGE", in: 1...3_600, default: 300)
        self.judgesAgeOfPasskeys = judgesAgeOfPasskeys
        warnsOfOtherRounds = true
        self.now = now
    }

    /// Why a proof cannot win a round, by the rules that need no further fact; nil if none of them refuses it.
    func refusal(of proof: Proof, for record: RoundRecord, in round: Round) -> Refusal? {
        guard let account = round.account else { return .unknownUser }
        guard record.isWinnable else { return .closedRound }
        guard proof.subject == account.sub, record.subject == account.sub else { return .wrongUser }
        guard proof.isSuccessful else { return .notSucceeded }
        guard methods.contains(proof.method) else { return .methodNotAllowed }
        guard assurance?.isShown(by: proof) ?? true else { return .insufficientAssurance }
        guard proof.actionCode == actionCode || proof.method == .passkey && proof.actionCode == passkeyActionCode else {
            return .wrongAction
        }
        // A proof must be this round's own. One exception: an app proves a passkey before it knows whom to sign in, so
        // a step's first round takes a recent passkey proof made without its token.
        let isEarlierPasskey = proof.method == .passkey && round.number == 1 && !proof.idempotencyKey.isEmpty
        return binding == .age || isOwn(proof, record) || isEarlierPasskey ? nil : .otherRound
    }

    /// Whether the proof's age decides, too. Nothing else ties a proof of another round to this one.
    func judgesAge(of proof: Proof, for record: RoundRecord) -> Bool {
        binding == .age || !isOwn(proof, record) || judgesAgeOfPasskeys && proof.method == .passkey
    }

    /// Whether a proof of that time, in seconds since 1970, is recent enough.
    func isRecent(_ time: Int64) -> Bool { -ClockSkew.maximum...maximumAge ~= now() / 1_000 - time }

    /// Whether the log should say that only its age ties the proof to this round.
    func warnsOfOtherRound(of proof: Proof, for record: RoundRecord) -> Bool {
        binding == .age && warnsOfOtherRounds && !isOwn(proof, record)
    }

    private func isOwn(_ proof: Proof, _ record: RoundRecord) -> Bool { proof.idempotencyKey == record.key }
}

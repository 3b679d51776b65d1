internal import LambdaRuntime
internal import Primitives

/// Decides whether a proof wins a round: the rules that hold alike for every token source.
struct ProofPolicy {
    /// What ties a proof to its round (`ROUND_BINDING`).
    enum Binding: String, CaseIterable {
        /// The round's idempotency key.
        case key
        /// Its age alone, for a tenant whose SDK does not keep the key.
        case age
    }

    let actionCode: String
    let passkeyActionCode: String
    let methods: Set<VerificationMethod>
    let binding: Binding
    /// Seconds.
    let maximumAge: Int64
    /// Whether a proof could have carried the round's key, so that one of another round is worth a line in the log.
    let warnsOfOtherRounds: Bool
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    init(_ settings: Settings, now: @escaping @Sendable () -> Int64) throws(FunctionError) {
        actionCode = try settings.actionCode()
        passkeyActionCode = try settings.passkeyActionCode()
        let names = try settings.list("ALLOWED_METHODS") ?? ["PASSKEY", "EMAIL_OTP"]
        guard names.allSatisfy({ $0.utf8.allSatisfy { $0.isASCIIUppercase || $0 == UInt8(ascii: "_") } }) else {
            throw .configuration("ALLOWED_METHODS", "must be names in capitals, such as PASSKEY")
        }
        methods = Set(names.map(VerificationMethod.init))
        binding = try settings.choice("ROUND_BINDING", default: .key)
        maximumAge = try settings.integer("MAX_PROOF_AGE", in: 1...3_600, default: 300)
        warnsOfOtherRounds = true
        self.now = now
    }

    /// Applies every rule; the answer is wrong until the last has passed.
    func judge(
        _ proof: Proof, _ record: RoundRecord, _ round: Round, _ source: any TokenSource
    ) throws(FunctionError) -> Verdict {
        guard let account = round.account else { return .wrong(.unknownUser) }
        guard record.isOpen else { return .wrong(.closedRound) }
        guard proof.subject == account.sub, record.subject == account.sub else { return .wrong(.wrongUser) }
        guard proof.state == .challengeSucceeded else { return .wrong(.notSucceeded) }
        guard methods.contains(proof.method) else { return .wrong(.methodNotAllowed) }
        guard proof.actionCode == actionCode || proof.method == .passkey && proof.actionCode == passkeyActionCode else {
            return .wrong(.wrongAction)
        }
        if let refusal = try refusalByRound(proof, record, round, source) { return .wrong(refusal) }
        if proof.method == .emailOTP {
            guard let email = account.email, try source.proves(email, proof, round) else {
                return .wrong(.wrongAddress)
            }
        }
        return .right(proof.method)
    }

    /// A proof must be this round's own. One exception: an app proves a passkey before it knows whom to sign in, so a
    /// step's first round takes a recent passkey proof made without its token.
    private func refusalByRound(
        _ proof: Proof, _ record: RoundRecord, _ round: Round, _ source: any TokenSource
    ) throws(FunctionError) -> Refusal? {
        let isOwn = proof.idempotencyKey == record.key
        switch binding {
        case .key:
            if isOwn { return nil }
            guard proof.method == .passkey, round.number == 1, !proof.idempotencyKey.isEmpty else {
                return .otherRound
            }
        case .age:
            if !isOwn, warnsOfOtherRounds { round.log(.warn, "a proof of another round is judged by its age alone") }
        }
        guard let time = try source.time(of: proof, round) else { return .tooOld }
        let age = now() / 1_000 - time
        return -ClockSkew.maximum...maximumAge ~= age ? nil : .tooOld
    }
}

internal import LambdaRuntime

/// The challenge `RESULT_TOKEN`: the app gets a token, proves a passkey or an emailed code with it, and answers with
/// the result token that it gets for that.
struct ResultTokenMethod: ChallengeMethod {
    static let name = "RESULT_TOKEN"

    private let source: any TokenSource
    private let policy: ProofPolicy
    private let table: StateTable?

    init(_ services: Services, _ part: ChallengeMethods.Part, _ log: Log) throws(FunctionError) {
        let mode: TokenMode = try services.settings.choice(TokenMode.variable, default: .authsignal)
        source = try mode.makeSource(services, log)
        policy = try mode.makePolicy(services)
        table = try StateTable(services)
        if part == .judgement, table == nil, policy.binding == .age {
            log(.warn, "proofs are judged by their age and there is no STATE_TABLE: one counts until it is too old")
        }
    }

    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge {
        let token = try source.issue(in: round)
        return IssuedChallenge(
            publicParameters: token.publicParameters, privateParameters: token.record.parameters,
            outcome: token.record.isOpen ? "issued" : "issued_closed")
    }

    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict {
        guard let record = RoundRecord(parameters) else { return .wrong(.unreadableRound) }
        guard TokenText.isPlausible(answer) else { return .wrong(.unusableAnswer) }
        switch try source.proof(in: answer, record, round) {
        case .failure(let refusal): return .wrong(refusal)
        case .success(let proof):
            let verdict = try policy.judge(proof, record, round, source)
            guard case .right = verdict, let table else { return verdict }
            // A proof without a key could not be told from another one, or from itself used again.
            guard !proof.idempotencyKey.isEmpty else { return .wrong(.unusableKey) }
            let isFirstUse = try table.consume(proof.item(in: round.userPoolID), by: record.key, in: round)
            return isFirstUse ? verdict : .wrong(.alreadyUsed)
        }
    }
}

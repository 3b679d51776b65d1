internal import FunctionServices
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The challenge `RESULT_TOKEN`: the app gets a token, proves a passkey or an emailed code with it, and answers with
/// the result token that it gets for that.
struct ResultTokenMethod: ChallengeMethod {
    private let mode: TokenMode
    private let source: any TokenSource
    private let policy: ProofPolicy
    private let table: DeploymentTable?

    init(_ services: Services, _ part: MethodPart, _ log: Log) throws(FunctionError) {
        mode = try services.settings.choice(TokenMode.variable, default: .authsignal)
        source = try mode.makeSource(services, part, log)
        policy = try mode.makePolicy(services)
        table = try DeploymentTable(services, isExpected: part == .judgement)
        if part == .judgement, table == nil, policy.binding == .age {
            log(.warn, "proofs are judged by their age and there is no STATE_TABLE: each counts until it is too old")
        }
    }

    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge {
        let token = try source.issue(in: round)
        let parameters = token.record.parameters.merging([Round.Parameter.mode: mode.rawValue]) { $1 }
        return IssuedChallenge(
            publicParameters: token.publicParameters, privateParameters: parameters,
            outcome: token.record.isWinnable ? "issued" : "issued_closed")
    }

    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict {
        guard let record = RoundRecord(parameters) else { return .wrong(.unreadableRound) }
        guard TokenText.isPlausible(answer) else { return .wrong(.unusableAnswer) }
        if let made = parameters[Round.Parameter.mode], made != mode.rawValue {
            round.log(
                .warn,
                "the functions have different token modes: CreateAuthChallenge made this round with "
                    + "\(TokenMode.variable)=\(TokenMode(rawValue: made)?.rawValue ?? "?"), "
                    + "VerifyAuthChallenge has \(TokenMode.variable)=\(mode.rawValue)")
            return .wrong(.otherFlow)
        }
        switch try source.proof(in: answer, for: record, in: round) {
        case .failure(let refusal): return .wrong(refusal)
        case .success(let proof):
            let verdict = try judge(proof, for: record, in: round)
            guard case .right = verdict, let table else { return verdict }
            // Without a key, a proof that is used again could not be told from a new one.
            guard !proof.idempotencyKey.isEmpty else { return .wrong(.unusableKey) }
            let isFirstUse = try table.consume(
                proof.item(in: round.userPoolID), for: record.key, by: round.deadline)
            return isFirstUse ? verdict : .wrong(.alreadyUsed)
        }
    }

    /// Judges a proof by every rule. Facts that cost a call or a digest are looked up only when no cheaper rule has
    /// refused it.
    private func judge(_ proof: Proof, for record: RoundRecord, in round: Round) throws(FunctionError) -> Verdict {
        if let refusal = policy.refusal(of: proof, for: record, in: round) { return .wrong(refusal) }
        if policy.judgesAge(of: proof, for: record) {
            if policy.warnsOfOtherRound(of: proof, for: record) {
                round.log(.warn, "a proof of another round is judged by its age alone")
            }
            guard let time = try time(of: proof, in: round), policy.isRecent(time) else { return .wrong(.tooOld) }
        }
        if proof.method == .emailOTP {
            guard let email = round.account?.email,
                try source.confirms(proof, wentTo: email, by: round.deadline)
            else { return .wrong(.wrongAddress) }
        }
        return .right(proof.method)
    }

    private func time(of proof: Proof, in round: Round) throws(FunctionError) -> Int64? {
        if let time = proof.time { return time }
        return try source.lookUpTime(of: proof, by: round.deadline)
    }
}

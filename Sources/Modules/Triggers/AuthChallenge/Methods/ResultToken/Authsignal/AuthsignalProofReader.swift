internal import Authsignal
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import Primitives

/// Has Authsignal's cloud validate the tokens that it made.
struct AuthsignalProofReader: ProofReader {
    private let client: AuthsignalClient
    /// Nil if a passkey may be proven for another action: then the action in the answer is judged.
    private let requiredActionCode: String?
    /// How long refusals take at least.
    private let floor: ResponseTimeFloor

    init(_ settings: AuthsignalSettings, _ services: Services) {
        client = AuthsignalClient(settings, services)
        let actions = settings.actions
        requiredActionCode = actions.passkey == actions.signIn ? actions.signIn : nil
        floor = services.responseTimeFloor(settings.minimumResponseTime)
    }

    func proof(
        in answer: String, for issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        // Nobody has a right answer for a user that does not exist, so right answers need not wait.
        try floor.pad(by: round.deadline, if: { (try? $0.get()) == nil }) { () throws(FunctionError) in
            guard issued.canSucceed, let account = round.account else { return .failure(.closedRound) }
            return try proof(in: answer, for: account, in: round)
        }
    }

    private func proof(
        in answer: String, for account: Round.Account, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        let validation = try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.validate(answer, userID: account.sub, action: requiredActionCode, by: round.deadline)
        }
        let challenge: ValidatedChallenge
        switch validation {
        case .answered(let answered): challenge = answered
        case .refused(let code):
            round.log(.info, "Authsignal refused the token: \(code)")
            return .failure(.invalidToken)
        }
        guard challenge.isValid, challenge.state == .challengeSucceeded else {
            return .failure(challenge.userID.map { $0 == account.sub } ?? true ? .notSucceeded : .wrongUser)
        }
        // What the service leaves out is not proven.
        return .success(
            Proof(
                subject: challenge.userID ?? "", actionCode: challenge.action ?? "",
                idempotencyKey: challenge.idempotencyKey ?? "",
                method: challenge.method ?? .init(rawValue: ""), isSuccessful: true,
                time: challenge.stateUpdatedAt.map { .lookedUp($0) } ?? .notTold))
    }

    func lookUpTime(of proof: Proof, by deadline: Deadline) throws(FunctionError) -> Int64? {
        guard !proof.idempotencyKey.isEmpty else { return nil }
        return try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.stateUpdatedAt(
                proof.actionCode, userID: proof.subject, idempotencyKey: proof.idempotencyKey, by: deadline)
        }
    }

    /// Only an email authenticator with the address that Cognito has now proves it: after a change, the old address may
    /// be somebody else's mailbox.
    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        let authenticators = try AuthsignalClient.call { () throws(AuthsignalError) in
            try client.authenticators(userID: proof.subject, by: deadline)
        }
        return authenticators.reach(email) ?? false
    }
}

/// Custom authentication, in which the triggers decide.
extension UserPool {
    /// `CUSTOM_AUTH`, with or without SRP.
    func startCustomAuth(_ start: SignInStart) async throws(PoolError) -> SignInAnswer {
        guard start.client.flows.contains(.customAuth) else {
            throw PoolError(.invalidParameter, "CUSTOM_AUTH is not enabled for the client.")
        }
        guard triggers.hasCustomAuth else { throw .noCustomAuthTriggers }
        let subject = try subject(start)
        guard let kind = start.parameters["CHALLENGE_NAME"], !kind.isEmpty else {
            return try await begin([], subject)
        }
        guard kind == "SRP_A" else { throw PoolError(.invalidParameter, "Unsupported CHALLENGE_NAME \(kind)") }
        let clientValue = try SRPClientValue(start.parameters["SRP_A"])
        let rows = [ChallengeRow(name: "SRP_A", result: true)]
        return try await advance(SignIn(context(subject), rows: rows), subject, clientValue: clientValue) {
            $0.begin()
        }
    }

    /// Continues after the right password, which began a custom authentication.
    func continueCustomAuth(_ session: SignInSession, _ subject: SignInSubject) async throws(PoolError) -> SignInAnswer
    {
        switch subject.user?.status {
        case .resetRequired: throw .passwordResetRequired
        case .forceChangePassword: return try askForNewPassword(subject)
        default: break
        }
        return try await begin(session.rows + [ChallengeRow(name: "PASSWORD_VERIFIER", result: true)], subject)
    }

    /// Asks Define what comes first.
    private func begin(_ rows: [ChallengeRow], _ subject: SignInSubject) async throws(PoolError) -> SignInAnswer {
        try await advance(SignIn(context(subject), rows: rows), subject, clientValue: nil) { $0.begin() }
    }
}

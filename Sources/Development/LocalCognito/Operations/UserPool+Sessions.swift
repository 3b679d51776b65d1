extension UserPool {
    /// The session that an answer belongs to.
    ///
    /// - Throws: `NotAuthorizedException` if the session is spent, expired, or of another client, challenge or user.
    func openSession(
        _ text: String, client: AppClient, challengeName: String, username name: String
    ) throws(PoolError) -> SignInSession {
        let session = try seal.open(text)
        guard session.clientID == client.id, session.challenge.name == challengeName else { throw .invalidSession }
        guard !spentSessions.contains(session) else { throw .spentSession }
        guard now() < session.expiresAt else { throw .expiredSession }
        // Apps send the name from the challenge, or the name that the user typed.
        let (given, own) = (users.folded(name), users.folded(session.username))
        let isDecoy = session.isUserUnknown && given == decoyID(of: own)
        guard given == own || isDecoy || users.user(name)?.username == session.username else { throw .invalidSession }
        return session
    }

    /// A new session, which expires after the client's session validity.
    func newSession(
        _ challenge: SignInSession.Challenge, _ subject: SignInSubject, rows: [ChallengeRow]
    ) throws(PoolError) -> String {
        try seal.seal(
            SignInSession(
                id: newID(), clientID: subject.client.id, username: subject.name, isUserUnknown: subject.user == nil,
                rows: rows, challenge: challenge, expiresAt: now() + subject.client.sessionMinutes * 60))
    }

    /// Calls triggers until there is an answer for the app.
    ///
    /// - Parameter clientValue: the value A of a call that starts with SRP; nil in every other call.
    func advance(
        _ signIn: SignIn, _ subject: SignInSubject, clientValue: SRPClientValue?,
        from first: (inout SignIn) -> SignIn.Step
    ) async throws(PoolError) -> SignInAnswer {
        var signIn = signIn
        var step = first(&signIn)
        while case .call(let call) = step {
            let reply = try await self.call(call)
            step = try signIn.resume(reply, to: call)
        }
        switch step {
        case .challenge(let challenge, var parameters):
            parameters["USERNAME"] = subject.name
            return .challenge(
                name: challenge.name, session: try newSession(challenge, subject, rows: signIn.rows),
                parameters: parameters)
        case .askForPassword:
            guard let clientValue else { throw .unrecognizableOutput }
            return try askForPassword(clientValue, subject, rows: signIn.rows)
        case .issueTokens:
            guard subject.user != nil else { throw .incorrectUsernameOrPassword }
            return .tokens(try await issueTokens(subject, .authentication))
        case .call: throw .unrecognizableOutput
        }
    }
}

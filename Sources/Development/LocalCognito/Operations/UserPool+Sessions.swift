extension UserPool {
    /// The session that an answer belongs to, if it is one that may still be answered, in this way, by this caller.
    ///
    /// - Throws: `NotAuthorizedException`, or `InvalidParameterException` for an impossible length.
    func openSession(
        _ text: String, _ client: AppClient, _ kind: String, _ name: String
    ) throws(PoolError) -> SignInSession {
        let session = try seal.open(text)
        guard session.clientID == client.id, session.challenge.name == kind else { throw .invalidSession }
        guard !spentSessions.contains(session) else { throw .spentSession }
        guard now() < session.expiresAt else { throw .expiredSession }
        if settings.openPoints.usernameMismatch == .refused {
            // Apps name the user as they were told to, or as the user typed it.
            let (given, own) = (users.folded(name), users.folded(session.username))
            let isDecoy = session.isUserUnknown && given == decoyID(of: own)
            guard given == own || isDecoy || users.user(name)?.username == session.username else {
                throw .invalidSession
            }
        }
        return session
    }

    /// A new session, which lives for as long as the client says from now on.
    func newSession(
        _ challenge: SignInSession.Challenge, _ subject: SignInSubject, rows: [ChallengeRow]
    ) throws(PoolError) -> String {
        try seal.seal(
            SignInSession(
                id: newID(), clientID: subject.client.id, username: subject.name, isUserUnknown: subject.user == nil,
                rows: rows, challenge: challenge, expiresAt: now() + subject.client.sessionMinutes * 60))
    }

    /// Calls triggers until the app is to be answered.
    ///
    /// - Parameter srp: what a start with SRP came with, in the call that it came in.
    func advance(
        _ signIn: SignIn, _ subject: SignInSubject, srp: SRPStart?, from first: (inout SignIn) -> SignIn.Step
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
            guard let srp else { throw .unrecognizableOutput }
            return try askForPassword(srp, subject, rows: signIn.rows)
        case .issueTokens:
            guard subject.user != nil else { throw .incorrectUsernameOrPassword }
            return .tokens(try await issueTokens(subject, .authentication))
        case .call: throw .unrecognizableOutput
        }
    }
}

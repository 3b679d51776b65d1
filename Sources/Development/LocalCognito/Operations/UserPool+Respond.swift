internal import Essentials

extension UserPool {
    /// `RespondToAuthChallenge` and `AdminRespondToAuthChallenge`.
    func respondToAuthChallenge(
        _ request: PoolRequest, by caller: Caller
    ) async throws(PoolError) -> SignInAnswer {
        if caller == .administrator { try checkPool(request) }
        let client = try appClient(try request.required("ClientId"))
        let challengeName = try request.required("ChallengeName")
        let responses = try request.strings("ChallengeResponses")
        let name = try requiredUsername(responses)
        try client.check(secretHash: responses["SECRET_HASH"], username: name)
        guard let text = try request.text("Session") ?? session(in: responses) else { throw .missing("Session") }
        let session = try openSession(text, client: client, challengeName: challengeName, username: name)
        let user = session.isUserUnknown ? nil : users.user(session.username)
        guard session.isUserUnknown || user != nil else { throw .invalidSession }
        guard user?.isEnabled != false else { throw .userDisabled }
        guard user?.status != .unconfirmed else { throw .userNotConfirmed }
        let subject = SignInSubject(
            client: client, name: session.username, user: user, metadata: try request.strings("ClientMetadata"))
        return try await answer(responses, to: session, text, subject)
    }

    /// The session of an answer that names none: outside custom authentication, the secret block of SRP is the session.
    private func session(in responses: [String: String]) -> String? {
        let block = responses["PASSWORD_CLAIM_SECRET_BLOCK"].flatMap { Data(base64Encoded: $0) }
        guard let text = block.map({ String(decoding: $0, as: UTF8.self) }), (try? seal.open(text)) != nil else {
            return nil
        }
        return text
    }

    /// The next step after an answer. A session counts as used once the answer has everything that the challenge asks
    /// for.
    private func answer(
        _ responses: [String: String], to session: SignInSession, _ text: String, _ subject: SignInSubject
    ) async throws(PoolError) -> SignInAnswer {
        func required(_ name: String) throws(PoolError) -> String {
            guard let value = responses[name] else { throw .missing(name) }
            return value
        }
        switch session.challenge {
        case .custom(let privateParameters, let roundMetadata):
            let answer = try required("ANSWER")
            spentSessions.spend(session, now: now())
            let signIn = SignIn(context(subject), rows: session.rows)
            return try await advance(signIn, subject, clientValue: nil) { signIn in
                signIn.answer(answer, privateParameters: privateParameters, metadata: roundMetadata)
            }
        case .passwordVerifier(let key, let secretBlock):
            let claim = try PasswordClaim(responses, userID: session.username, poolName: settings.shortID)
            let secretBlock = session.isCustomAuth ? secretBlock : Array(text.utf8)
            spentSessions.spend(session, now: now())
            guard let key, subject.user != nil, claim.isRight(key: key, secretBlock: secretBlock) else {
                throw .incorrectUsernameOrPassword
            }
            guard session.isCustomAuth else { return try await signInAfterPassword(subject) }
            return try await continueCustomAuth(session, subject)
        case .newPassword:
            let password = try required("NEW_PASSWORD")
            try passwordPolicy.check(password)
            spentSessions.spend(session, now: now())
            guard var user = subject.user else { throw .invalidSession }
            try setPassword(password, of: &user, status: .confirmed)
            return .tokens(try await issueTokens(subject, .newPassword))
        case .selectChallenge(let available):
            let choice = try required("ANSWER")
            guard available.contains(choice) else { throw .unavailableChallenge(choice) }
            spentSessions.spend(session, now: now())
            return try await ask(choice, subject, responses)
        case .password:
            let password = try required("PASSWORD")
            spentSessions.spend(session, now: now())
            return try await signIn(subject, password: password)
        }
    }
}

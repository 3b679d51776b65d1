/// The answer to a step of a sign-in.
enum SignInAnswer: Sendable {
    case challenge(name: String, session: String, parameters: [String: String])
    case tokens(IssuedTokens)
}

extension UserPool {
    /// Who makes a call: the app itself, or an administrator on its behalf.
    enum Caller { case app, administrator }

    /// `InitiateAuth` and `AdminInitiateAuth`.
    func initiateAuth(_ request: PoolRequest, by caller: Caller) async throws(PoolError) -> SignInAnswer {
        if caller == .administrator { try checkPool(request) }
        let client = try appClient(try request.required("ClientId"))
        let parameters = try request.strings("AuthParameters")
        switch try request.required("AuthFlow") {
        case "CUSTOM_AUTH":
            return try await startCustomAuth(client, parameters, metadata: try request.strings("ClientMetadata"))
        case "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN": return .tokens(try await refresh(client, parameters))
        case let flow:
            guard client.flows.contains(where: { $0.rawValue == "ALLOW_\(flow)" }) else {
                throw PoolError(.invalidParameter, "\(flow) flow not enabled for this client")
            }
            throw PoolError(.invalidParameter, "\(flow) is not part of this sandbox")
        }
    }

    private func startCustomAuth(
        _ client: AppClient, _ parameters: [String: String], metadata: [String: String]
    ) async throws(PoolError) -> SignInAnswer {
        guard client.flows.contains(.customAuth) else {
            throw PoolError(.invalidParameter, "CUSTOM_AUTH is not enabled for the client.")
        }
        guard triggers.hasCustomAuth else { throw .noCustomAuthTriggers }
        let name = try requiredUsername(parameters)
        try client.check(secretHash: parameters["SECRET_HASH"], username: name)
        let subject = try await authenticatingSubject(client, name: name, metadata: metadata)
        guard let kind = parameters["CHALLENGE_NAME"], !kind.isEmpty else {
            return try await advance(SignIn(context(subject)), subject, clientValue: nil) { $0.begin() }
        }
        guard kind == "SRP_A" else { throw PoolError(.invalidParameter, "Unsupported CHALLENGE_NAME \(kind)") }
        guard settings.undocumentedBehaviour.allowsSRPStart || client.flows.contains(.userSRPAuth) else {
            throw PoolError(.invalidParameter, "USER_SRP_AUTH is not enabled for the client.")
        }
        let clientValue = try SRPClientValue(parameters["SRP_A"])
        let rows = [ChallengeRow(name: "SRP_A", result: true)]
        return try await advance(SignIn(context(subject), rows: rows), subject, clientValue: clientValue) {
            $0.begin()
        }
    }

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
        guard let text = try request.text("Session") else { throw .missing("Session") }
        let session = try openSession(text, client: client, challengeName: challengeName, username: name)
        let user = session.isUserUnknown ? nil : users.user(session.username)
        guard session.isUserUnknown || user != nil else { throw .invalidSession }
        guard user?.isEnabled != false else { throw .userDisabled }
        guard user?.status != .unconfirmed else { throw .userNotConfirmed }
        let subject = SignInSubject(
            client: client, name: session.username, user: user, metadata: try request.strings("ClientMetadata"))
        var signIn = SignIn(context(subject), rows: session.rows)
        switch session.challenge {
        case .custom(let privateParameters, let roundMetadata):
            guard let answer = responses["ANSWER"] else { throw .missing("ANSWER") }
            spentSessions.spend(session, now: now())
            return try await advance(signIn, subject, clientValue: nil) { signIn in
                signIn.answer(answer, privateParameters: privateParameters, metadata: roundMetadata)
            }
        case .passwordVerifier(let key, let secretBlock):
            let claim = try PasswordClaim(responses, userID: session.username, poolName: settings.shortID)
            spentSessions.spend(session, now: now())
            guard let key, user != nil, claim.isRight(key: key, secretBlock: secretBlock) else {
                throw .incorrectUsernameOrPassword
            }
            if user?.status == .resetRequired { throw .passwordResetRequired }
            if user?.status == .forceChangePassword { return try askForNewPassword(subject) }
            for name in ["PASSWORD_VERIFIER"] + settings.undocumentedBehaviour.roundsAfterPassword {
                signIn.add(ChallengeRow(name: name, result: true))
            }
            return try await advance(signIn, subject, clientValue: nil) { $0.begin() }
        case .newPassword:
            guard let password = responses["NEW_PASSWORD"] else { throw .missing("NEW_PASSWORD") }
            try passwordPolicy.check(password)
            spentSessions.spend(session, now: now())
            guard var user else { throw .invalidSession }
            try setPassword(password, of: &user, status: .confirmed)
            return .tokens(try await issueTokens(subject, .newPassword))
        }
    }

    /// Who is to sign in, after Pre Authentication has allowed it. Only that trigger receives the metadata of the first
    /// call; the triggers of the challenges do not.
    private func authenticatingSubject(
        _ client: AppClient, name: String, metadata: [String: String]
    ) async throws(PoolError) -> SignInSubject {
        let subject = try subject(client, name)
        guard triggers.functions[.preAuthentication] != nil else { return subject }
        var context = context(subject)
        context.validationData = metadata
        try await notify(context.preAuthentication())
        return try self.subject(client, name)
    }

    private func subject(_ client: AppClient, _ name: String) throws(PoolError) -> SignInSubject {
        let user = users.user(name)
        guard user != nil || client.userExistenceErrors == .enabled else { throw .userNotFound }
        guard user?.isEnabled != false else { throw .userDisabled }
        return SignInSubject(client: client, name: user?.username ?? name, user: user)
    }

    func context(_ subject: SignInSubject) -> TriggerContext {
        TriggerContext(
            settings: settings, clientID: subject.client.id, username: subject.name,
            attributes: subject.user?.triggerAttributes, clientMetadata: subject.metadata)
    }

    private func requiredUsername(_ parameters: [String: String]) throws(PoolError) -> String {
        guard let name = parameters["USERNAME"] else { throw .missing("USERNAME") }
        try PoolRequest.check(username: name, "username")
        return name
    }
}

/// The user who signs in, and the client.
struct SignInSubject: Sendable {
    let client: AppClient
    /// The pool's name for the user; for an unknown user, the name that the caller gave.
    let name: String
    /// Nil for an unknown user.
    let user: PoolUser?
    /// The part of the caller's metadata that the triggers receive.
    var metadata: [String: String] = [:]
}

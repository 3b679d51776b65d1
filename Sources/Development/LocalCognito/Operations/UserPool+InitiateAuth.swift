/// The answer to a step of a sign-in.
enum SignInAnswer: Sendable {
    /// - `available`: the challenges to choose from, if the challenge is the choice.
    case challenge(name: String, session: String, parameters: [String: String], available: [String] = [])
    case tokens(IssuedTokens)
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

/// The start of a sign-in. Only Pre Authentication would receive its metadata; the pool does not have that trigger.
struct SignInStart {
    let client: AppClient
    let parameters: [String: String]
}

extension UserPool {
    /// Who makes a call: the app itself, or an administrator on its behalf.
    enum Caller { case app, administrator }

    /// `InitiateAuth` and `AdminInitiateAuth`.
    func initiateAuth(_ request: PoolRequest, by caller: Caller) async throws(PoolError) -> SignInAnswer {
        if caller == .administrator { try checkPool(request) }
        let client = try appClient(try request.required("ClientId"))
        let parameters = try request.strings("AuthParameters")
        let start = SignInStart(client: client, parameters: parameters)
        let flow = try request.required("AuthFlow")
        switch (flow, caller) {
        case ("CUSTOM_AUTH", _): return try await startCustomAuth(start)
        case ("REFRESH_TOKEN_AUTH", _), ("REFRESH_TOKEN", _): return .tokens(try await refresh(client, parameters))
        case ("USER_AUTH", _): return try await startUserAuth(start)
        case ("USER_SRP_AUTH", _): return try startSRP(start)
        case ("USER_PASSWORD_AUTH", .app):
            guard client.flows.contains(.userPasswordAuth) else {
                throw PoolError(.invalidParameter, "\(flow) flow not enabled for this client")
            }
            return try await startWithPassword(start)
        case ("ADMIN_USER_PASSWORD_AUTH", .administrator), ("ADMIN_NO_SRP_AUTH", .administrator):
            guard client.flows.contains(.adminUserPasswordAuth) else {
                throw PoolError(.invalidParameter, "Auth flow not enabled for this client")
            }
            return try await startWithPassword(start)
        default: throw PoolError(.invalidParameter, "Initiate Auth method not supported")
        }
    }

    /// The user who is to sign in.
    func subject(_ start: SignInStart) throws(PoolError) -> SignInSubject {
        let name = try requiredUsername(start.parameters)
        try start.client.check(secretHash: start.parameters["SECRET_HASH"], username: name)
        let user = users.user(name)
        guard user != nil || start.client.userExistenceErrors == .enabled else { throw .userNotFound }
        guard user?.isEnabled != false else { throw .userDisabled }
        return SignInSubject(client: start.client, name: user?.username ?? name, user: user)
    }

    func context(_ subject: SignInSubject) -> TriggerContext {
        TriggerContext(
            settings: settings, clientID: subject.client.id, username: subject.name,
            attributes: subject.user?.triggerAttributes, clientMetadata: subject.metadata)
    }

    func requiredUsername(_ parameters: [String: String]) throws(PoolError) -> String {
        guard let name = parameters["USERNAME"] else { throw .missing("USERNAME") }
        try ServiceModel.cognito.check(name, as: "UsernameType", at: "username")
        return name
    }
}

internal import JSON
internal import LocalCognito

/// The user pool's API as an app calls it.
struct DemoCognito: Sendable {
    let http: DemoHTTP
    let clientID: String
    let userPoolID: String

    /// The outcome of a call during a sign-in.
    enum Outcome {
        case challenge(Challenge)
        case tokens(JSONValue)
        case refused(String)

        /// A short description of the outcome.
        var words: String {
            switch self {
            case .challenge: "another challenge"
            case .tokens: "tokens"
            case .refused(let error): error
            }
        }
    }

    /// A challenge that waits for its answer.
    struct Challenge {
        let name: String
        let session: String
        let parameters: JSONValue

        subscript(name: String) -> String? { parameters[name]?.string }

        /// The token for the authenticator.
        var token: String { self["token"] ?? "" }
        /// Whether the user has an authenticator, according to the functions.
        var isEnrolled: Bool { self["isEnrolled"] == "true" }
        /// The names of the public parameters.
        var names: [String] { parameters.members.map(\.name).sorted() }
    }

    /// A password that is strong enough for flows with PASSWORD. The other flows never use it.
    static let password = "Long enough, with 1 of each."

    /// Signs up a new user; returns the new account's `sub`.
    func signUp(_ email: String) async throws(DemoDifference) -> String {
        let answer = try await signUp(email, password: Self.password)
        guard let sub = answer.json?["UserSub"]?.string, answer.json?["UserConfirmed"]?.bool == true else {
            throw DemoDifference("a confirmed account", found: Self.words(answer))
        }
        return sub
    }

    /// Tries to sign up a new user; returns Cognito's answer.
    func signUp(_ email: String, password: String) async throws(DemoDifference) -> DemoHTTP.Answer {
        try await call("SignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("Password", password)
        }
    }

    /// Creates an account as an administrator does. Its password must be changed at the first sign-in.
    func create(_ email: String, temporaryPassword: String) async throws(DemoDifference) {
        let answer = try await call("AdminCreateUser") { body in
            body.member("UserPoolId", userPoolID)
            body.member("Username", email)
            body.member("TemporaryPassword", temporaryPassword)
            body.member("MessageAction", "SUPPRESS")
        }
        try DemoDifference.unless(answer.status == 200, "an account", found: Self.words(answer))
    }

    /// Starts a sign-in with SRP and proves a password; returns the outcome.
    func start(_ username: String, password: String) async throws(DemoDifference) -> Outcome {
        let password = try DemoPassword(password, userPoolID: userPoolID)
        let start = try await start(username, ["CHALLENGE_NAME": "SRP_A", "SRP_A": password.publicValue])
        guard case .challenge(let challenge) = start, challenge.name == "PASSWORD_VERIFIER" else {
            throw DemoDifference("PASSWORD_VERIFIER", found: start.words)
        }
        return try await respond(to: challenge, try password.answer(challenge))
    }

    /// Starts a sign-in. It uses SRP only if the additional parameters ask for it.
    func start(_ username: String, _ more: [String: String] = [:]) async throws(DemoDifference) -> Outcome {
        Self.outcome(
            try await call("InitiateAuth") { body in
                body.member("ClientId", clientID)
                body.member("AuthFlow", "CUSTOM_AUTH")
                body.member("AuthParameters", more.merging(["USERNAME": username]) { $1 })
            })
    }

    /// Starts a sign-in that must lead to a challenge.
    func challenge(for username: String) async throws(DemoDifference) -> Challenge {
        let outcome = try await start(username)
        guard case .challenge(let challenge) = outcome, !challenge.token.isEmpty else {
            throw DemoDifference("a challenge with a token", found: outcome.words)
        }
        return challenge
    }

    /// Answers a challenge.
    func answer(_ answer: String, to challenge: Challenge) async throws(DemoDifference) -> Outcome {
        try await respond(to: challenge, ["ANSWER": answer])
    }

    /// Responds to a challenge of any name.
    func respond(
        to challenge: Challenge, _ responses: [String: String]
    ) async throws(DemoDifference) -> Outcome {
        let username = challenge["USERNAME"] ?? challenge["USER_ID_FOR_SRP"] ?? ""
        return Self.outcome(
            try await call("RespondToAuthChallenge") { body in
                body.member("ClientId", clientID)
                body.member("ChallengeName", challenge.name)
                body.member("Session", challenge.session)
                body.member("ChallengeResponses", responses.merging(["USERNAME": username]) { $1 })
            })
    }

    /// The attributes of a user, read as an administrator.
    func attributes(of username: String) async throws(DemoDifference) -> [String: String] {
        let answer = try await call("AdminGetUser") { body in
            body.member("UserPoolId", userPoolID)
            body.member("Username", username)
        }
        var attributes: [String: String] = [:]
        for attribute in answer.json?["UserAttributes"]?.elements ?? [] {
            attributes[attribute["Name"]?.string ?? ""] = attribute["Value"]?.string
        }
        return attributes
    }

    /// Calls an operation of the service.
    func call(
        _ operation: String, _ body: (inout JSONWriter) -> Void
    ) async throws(DemoDifference) -> DemoHTTP.Answer {
        var headers = [
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": "AWSCognitoIdentityProviderService.\(operation)",
        ]
        // The sandbox requires a signature but does not check it.
        if operation.hasPrefix("Admin") {
            headers["Authorization"] = "AWS4-HMAC-SHA256 Credential=sandbox/20260101/eu-west-1/cognito-idp/aws4_request"
        }
        return try await http.send("POST", "/", JSONWriter.object(body), headers: headers)
    }

    private static func outcome(_ answer: DemoHTTP.Answer) -> Outcome {
        if let tokens = answer.json?["AuthenticationResult"] { return .tokens(tokens) }
        guard answer.status == 200, let session = answer.json?["Session"]?.string,
            let name = answer.json?["ChallengeName"]?.string, let parameters = answer.json?["ChallengeParameters"]
        else { return .refused(words(answer)) }
        return .challenge(Challenge(name: name, session: session, parameters: parameters))
    }

    /// The error of an answer, in words.
    static func words(_ answer: DemoHTTP.Answer) -> String {
        guard let type = answer.json?["__type"]?.string else { return "status \(answer.status)" }
        return "\(type): \(answer.json?["message"]?.string ?? "")"
    }
}

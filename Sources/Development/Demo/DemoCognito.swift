internal import HTTP
internal import JSON

/// The user pool's API as an app calls it.
struct DemoCognito: Sendable {
    let http: DemoHTTP
    let clientID: String

    /// The outcome of a call during a sign-in.
    enum Outcome {
        case challenge(Challenge)
        case tokens
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
        let session: String
        let username: String
        /// The token for the authenticator.
        let token: String
    }

    /// Signs up a new user, whose account must be confirmed. The flow never uses the password.
    func signUp(_ email: String) async throws(DemoDifference) {
        let answer = try await call("SignUp") { body in
            body.member("ClientId", clientID)
            body.member("Username", email)
            body.member("Password", "Long enough, with 1 of each.")
        }
        try DemoDifference.unless(
            answer.json?["UserConfirmed"]?.bool == true, "a confirmed account", found: Self.words(answer))
    }

    /// Starts a sign-in without SRP, which must lead to a challenge.
    func challenge(for username: String) async throws(DemoDifference) -> Challenge {
        let outcome = Self.outcome(
            try await call("InitiateAuth") { body in
                body.member("ClientId", clientID)
                body.member("AuthFlow", "CUSTOM_AUTH")
                body.member("AuthParameters") { $0.member("USERNAME", username) }
            })
        guard case .challenge(let challenge) = outcome, !challenge.token.isEmpty else {
            throw DemoDifference("a challenge with a token", found: outcome.words)
        }
        return challenge
    }

    /// Answers a challenge, which must lead to tokens.
    func signIn(_ answer: String, to challenge: Challenge) async throws(DemoDifference) {
        let outcome = try await respond(answer, to: challenge)
        guard case .tokens = outcome else { throw DemoDifference("tokens", found: outcome.words) }
    }

    /// Answers a challenge, which must lead to another one. Cognito does not report a wrong answer as an error.
    func fail(_ answer: String, to challenge: Challenge) async throws(DemoDifference) {
        let outcome = try await respond(answer, to: challenge)
        guard case .challenge = outcome else { throw DemoDifference("another challenge", found: outcome.words) }
    }

    private func respond(_ answer: String, to challenge: Challenge) async throws(DemoDifference) -> Outcome {
        Self.outcome(
            try await call("RespondToAuthChallenge") { body in
                body.member("ClientId", clientID)
                body.member("ChallengeName", "CUSTOM_CHALLENGE")
                body.member("Session", challenge.session)
                body.member("ChallengeResponses") { responses in
                    responses.member("ANSWER", answer)
                    responses.member("USERNAME", challenge.username)
                }
            })
    }

    private func call(
        _ operation: String, _ body: (inout JSONWriter) -> Void
    ) async throws(DemoDifference) -> DemoHTTP.Answer {
        let headers = [
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": "AWSCognitoIdentityProviderService.\(operation)",
        ]
        return try await http.send(.post, "/", JSONWriter.object(body), headers: headers)
    }

    private static func outcome(_ answer: DemoHTTP.Answer) -> Outcome {
        if answer.json?["AuthenticationResult"] != nil { return .tokens }
        guard answer.status == 200, let session = answer.json?["Session"]?.string,
            let parameters = answer.json?["ChallengeParameters"], let username = parameters["USERNAME"]?.string
        else { return .refused(words(answer)) }
        return .challenge(Challenge(session: session, username: username, token: parameters["token"]?.string ?? ""))
    }

    /// The error of an answer, in words.
    private static func words(_ answer: DemoHTTP.Answer) -> String {
        guard let type = answer.json?["__type"]?.string else { return "status \(answer.status)" }
        return "\(type): \(answer.json?["message"]?.string ?? "")"
    }
}

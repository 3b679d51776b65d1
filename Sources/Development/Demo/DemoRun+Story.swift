/// One user's sign-in from the first day on, and a thief's, in a dozen lines.
extension DemoRun {
    private static let email = "ana@example.test"

    /// Tells the story. Each line ends with what the triggers decided.
    func tellStory() async {
        await transcript.scenario("the story") {
            let decisions = DemoDecisions(http: http)
            var app = app()
            try await signInByCode(&app, decisions)
            let proof = try await signInByPasskey(&app, decisions)
            try await tryToStealSignIn(proof, decisions)
        }
    }

    private func signInByCode(_ app: inout DemoAuthsignal, _ decisions: DemoDecisions) async throws {
        try await transcript.step("Ana signs up with her address") {
            _ = try await cognito.signUp(Self.email)
            return try await decisions.require("PreSignUp: confirm")
        }
        var started: DemoCognito.Challenge?
        try await transcript.step("her app starts a sign-in") {
            started = try await cognito.challenge(for: Self.email)
            return try await decisions.require("Define: challenge", "Create: round 1, open")
        }
        guard let challenge = started else { return }
        var (code, token) = ("", "")
        try await transcript.step("it asks for a code, with the challenge") {
            code = try await sendCode(to: Self.email, for: challenge, &app)
            return "the authenticator mails \(code) to \(Self.email)"
        }
        try await transcript.step("Ana types the code") {
            guard let result = try await app.verifyEmail(code: code) else {
                throw DemoDifference("a result token for the right code", found: "none")
            }
            token = result
            return "the authenticator gives the app a result token"
        }
        try await transcript.step("the app answers the challenge with it") {
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return try await decisions.require("Verify: right", "Define: issue tokens") + ". Ana is in"
        }
    }

    private func signInByPasskey(
        _ app: inout DemoAuthsignal, _ decisions: DemoDecisions
    ) async throws -> DemoAuthsignal.PasskeySignIn {
        try await transcript.step("Ana creates a passkey") {
            try await app.createPasskey(username: Self.email)
            return "her device keeps the private key"
        }
        var found: DemoAuthsignal.PasskeySignIn?
        try await transcript.step("next day: the passkey, and nothing to type") {
            found = try await usePasskey(of: &app)
            return "the authenticator says who she is, and gives a token"
        }
        guard let proof = found else { throw DemoDifference("a passkey's token", found: "none") }
        try await transcript.step("the app answers a new sign-in with it") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            let found = try await decisions.latest().suffix(2)
            try DemoDifference.unless(
                found == ["Verify: right", "Define: issue tokens"], "a right answer and tokens",
                found: found.joined(separator: "; "))
            return found.joined(separator: "; ") + ". Ana is in"
        }
        return proof
    }

    private func tryToStealSignIn(_ proof: DemoAuthsignal.PasskeySignIn, _ decisions: DemoDecisions) async throws {
        try await transcript.step("a thief has copied that token and sends it") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try nextRound(try await cognito.answer(proof.token, to: challenge))
            return try await refused(decisions) + ". A token works once"
        }
        let thief = try await signUpAndSignIn("mallory@example.test")
        try await transcript.step("the thief sends a new token, but his own") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try await decisions.latest()
            _ = try nextRound(try await cognito.answer(thief.token, to: challenge))
            return try await refused(decisions) + ". It is another user's"
        }
    }

    /// The last answer was wrong, and Cognito asks again.
    private func refused(_ decisions: DemoDecisions) async throws -> String {
        let found = try await decisions.latest().suffix(3)
        try DemoDifference.unless(
            found == ["Verify: wrong", "Define: challenge", "Create: round 2, open"],
            "a wrong answer and another round",
            found: found.joined(separator: "; "))
        return "Verify: wrong"
    }
}

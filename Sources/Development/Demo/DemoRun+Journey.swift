internal import JSON
internal import Sandbox
internal import StandIns

/// What a user does with an app, from the first day on.
extension DemoRun {
    private static let email = "ana@example.test"

    /// Runs the journey; returns the app with its passkey, or nil if a step failed.
    func runJourney() async -> DemoAuthsignal? {
        transcript.heading("A user signs up and signs in")
        return await transcript.scenario("the journey") {
            var app = app()
            try await signInForTheFirstTime(&app)
            try await signInWithoutTyping(&app)
            try await cancelPasskeyPrompt(&app)
            try await addPasskeyOnAnotherDevice(&app)
            let claims = try await checkVerifiedAddress(&app)
            transcript.note("")
            transcript.note("ID token claims:")
            for line in String(decoding: PrettyJSON.of(claims), as: UTF8.self).split(separator: "\n") {
                transcript.note("  " + line)
            }
            return app
        }
    }

    private func signInForTheFirstTime(_ app: inout DemoAuthsignal) async throws {
        let email = Self.email
        try await transcript.step("sign up") {
            _ = try await cognito.signUp(email)
            let mark = try await cognito.attributes(of: email)["email_verified"] ?? "false"
            try DemoDifference.unless(mark == "false", "an unverified address", found: "email_verified \(mark)")
            return "\(email): account confirmed, address not verified yet"
        }
        var started: DemoCognito.Challenge?
        try await transcript.step("start a sign-in without SRP") {
            let challenge = try await cognito.challenge(for: email)
            started = challenge
            return "challenge \(challenge["challenge"] ?? "?"), isEnrolled \(challenge["isEnrolled"] ?? "?")"
        }
        guard let challenge = started else { return }
        var code = ""
        try await transcript.step("ask for a code by email") {
            code = try await sendCode(to: email, for: challenge, &app)
            return "\(code) is in the mailbox of \(email)"
        }
        var token: String?
        try await transcript.step("type the code") {
            token = try await app.verifyEmail(code: code)
            try DemoDifference.unless(token != nil, "a result token", found: "none")
            return "the authenticator returns a result token"
        }
        try await transcript.step("answer the challenge with the token") {
            _ = try tokens(try await cognito.answer(token ?? "", to: challenge))
            return "signed in: ID, access and refresh tokens"
        }
        try await transcript.step("create a passkey") {
            try await app.createPasskey(username: email)
            return "a P-256 key on this device, registered for \(email)"
        }
    }

    private func signInWithoutTyping(_ app: inout DemoAuthsignal) async throws {
        var found: DemoAuthsignal.PasskeySignIn?
        try await transcript.step("next day: use the passkey, type nothing") {
            let proof = try await usePasskey(of: &app)
            try DemoDifference.unless(
                proof.username == Self.email, "the user name \(Self.email)", found: proof.username)
            found = proof
            return "the passkey identifies the user: \(Self.email)"
        }
        guard let proof = found else { return }
        try await transcript.step("sign in with the passkey's token") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
    }

    private func cancelPasskeyPrompt(_ app: inout DemoAuthsignal) async throws {
        try await transcript.step("cancel the passkey prompt") {
            let proof = try await app.signIn(action: Self.action, isCancelled: true)
            try DemoDifference.unless(proof == nil, "no token", found: "a token")
            return "no token: the app asks for the email address instead"
        }
        try await transcript.step("fall back to a code by email") {
            let challenge = try await cognito.challenge(for: Self.email)
            let token = try await proveByCode(Self.email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in"
        }
    }

    private func checkVerifiedAddress(_ app: inout DemoAuthsignal) async throws -> [UInt8] {
        try await transcript.step("look at the account in Cognito") {
            let mark = try await cognito.attributes(of: Self.email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "the email address is marked as verified"
        }
        var claims: [UInt8] = []
        try await transcript.step("sign in again and look at the ID token") {
            let proof = try await usePasskey(of: &app)
            let challenge = try await cognito.challenge(for: proof.username)
            let tokens = try tokens(try await cognito.answer(proof.token, to: challenge))
            let parts = tokens["IdToken"]?.string.flatMap(TokenParts.init)
            claims = parts.map { Array($0.claims.bytes) } ?? []
            try DemoDifference.unless(
                parts?.claims["email"]?.string == Self.email && parts?.claims["email_verified"]?.bool == true,
                "an ID token with a verified \(Self.email)", found: String(decoding: claims, as: UTF8.self))
            return "it contains email_verified true"
        }
        return claims
    }
}

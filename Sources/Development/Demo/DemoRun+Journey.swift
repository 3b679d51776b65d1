internal import JSON
internal import Sandbox
internal import StandIns

/// What a person does with an app, from the first day on.
extension DemoRun {
    private static let email = "ana@example.test"

    /// The journey; returns the app with its passkey, or nil when it did not come to its end.
    func journey() async -> DemoAuthsignal? {
        transcript.heading("A person signs up and in")
        return await transcript.scenario("the journey") {
            var app = app()
            try await firstSignIn(&app)
            try await signInWithoutTyping(&app)
            try await cancelledPasskey(&app)
            try await anotherDevice(&app)
            let claims = try await verifiedAddress(&app)
            transcript.note("")
            transcript.note("Claims of the ID token:")
            for line in String(decoding: PrettyJSON.of(claims), as: UTF8.self).split(separator: "\n") {
                transcript.note("  " + line)
            }
            return app
        }
    }

    private func firstSignIn(_ app: inout DemoAuthsignal) async throws {
        let email = Self.email
        try await transcript.step("sign up") {
            _ = try await cognito.signUp(email)
            let mark = try await cognito.attributes(of: email)["email_verified"] ?? "false"
            try DemoDifference.unless(mark == "false", "an address not proven yet", found: "email_verified \(mark)")
            return "\(email) is confirmed, the address not proven yet"
        }
        var started: DemoCognito.Challenge?
        try await transcript.step("start to sign in, without SRP") {
            let challenge = try await cognito.challenge(for: email)
            started = challenge
            return "challenge \(challenge["challenge"] ?? "?"), isEnrolled \(challenge["isEnrolled"] ?? "?")"
        }
        guard let challenge = started else { return }
        var code = ""
        try await transcript.step("ask for a code by email") {
            code = try await sendCode(to: email, for: challenge, &app)
            return "\(code) is in the mail box of \(email)"
        }
        var token: String?
        try await transcript.step("type the code") {
            token = try await app.verifyEmail(code: code)
            try DemoDifference.unless(token != nil, "a result token", found: "none")
            return "the authenticator hands out a result token"
        }
        try await transcript.step("answer the challenge with it") {
            _ = try tokens(try await cognito.answer(token ?? "", to: challenge))
            return "signed in: ID, access and refresh token"
        }
        try await transcript.step("create a passkey") {
            try await app.createPasskey(username: email)
            return "a P-256 key on this device, registered for \(email)"
        }
    }

    private func signInWithoutTyping(_ app: inout DemoAuthsignal) async throws {
        var found: DemoAuthsignal.PasskeySignIn?
        try await transcript.step("next day: passkey prompt, nothing typed") {
            let proof = try await proof(&app)
            try DemoDifference.unless(
                proof.username == Self.email, "the user name \(Self.email)", found: proof.username)
            found = proof
            return "the passkey says who it is: \(Self.email)"
        }
        guard let proof = found else { return }
        try await transcript.step("start and answer with the passkey's token") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
    }

    private func cancelledPasskey(_ app: inout DemoAuthsignal) async throws {
        try await transcript.step("passkey prompt, cancelled") {
            let proof = try await app.signIn(action: Self.action, isCancelled: true)
            try DemoDifference.unless(proof == nil, "no proof", found: "a proof")
            return "no proof: the app asks for the address instead"
        }
        try await transcript.step("fall back to a code by email") {
            let challenge = try await cognito.challenge(for: Self.email)
            let token = try await proveByCode(Self.email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in"
        }
    }

    private func verifiedAddress(_ app: inout DemoAuthsignal) async throws -> [UInt8] {
        try await transcript.step("look at the account") {
            let mark = try await cognito.attributes(of: Self.email)["email_verified"] ?? "absent"
            try DemoDifference.unless(mark == "true", "email_verified true", found: "email_verified \(mark)")
            return "Cognito has the address as verified"
        }
        var claims: [UInt8] = []
        try await transcript.step("sign in once more, look at the token") {
            let proof = try await proof(&app)
            let challenge = try await cognito.challenge(for: proof.username)
            let tokens = try tokens(try await cognito.answer(proof.token, to: challenge))
            let parts = tokens["IdToken"]?.string.flatMap(TokenParts.init)
            claims = parts.map { Array($0.claims.bytes) } ?? []
            try DemoDifference.unless(
                parts?.claims["email"]?.string == Self.email && parts?.claims["email_verified"]?.bool == true,
                "an ID token with a verified \(Self.email)", found: String(decoding: claims, as: UTF8.self))
            return "the ID token says email_verified true"
        }
        return claims
    }
}

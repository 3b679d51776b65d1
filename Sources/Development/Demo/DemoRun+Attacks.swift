internal import JSON
internal import Sandbox

/// What must not work.
extension DemoRun {
    /// The attacks.
    ///
    /// - Parameter ana: a signed-in user's app, with a passkey.
    func attacks(on ana: DemoAuthsignal?) async {
        transcript.heading("Others try what must not work")
        await transcript.scenario("wrong codes") { try await wrongCodes() }
        await transcript.scenario("tokens of others") { try await foreignTokens() }
        await transcript.scenario("a code's token again") { try await replayedCode() }
        if let ana { await transcript.scenario("a passkey's token again") { try await replayedPasskey(ana) } }
        await transcript.scenario("a stranger") { try await strangerEnrols() }
        await transcript.scenario("SRP") { try await srpStart() }
        await transcript.scenario("an unknown user") { try await unknownUser() }
    }

    private func wrongCodes() async throws {
        let email = "bo@example.test"
        try await transcript.step("a wrong code, three times") {
            _ = try await cognito.signUp(email)
            var app = app()
            var challenge = try await cognito.challenge(for: email)
            for round in 1...3 {
                let code = try await sendCode(to: email, for: challenge, &app)
                let wrong = Self.other(code)
                try DemoDifference.unless(
                    try await app.verifyEmail(code: wrong) == nil, "no result token for a wrong code", found: "one")
                let outcome = try await cognito.answer(wrong, to: challenge)
                if round < 3 { challenge = try nextRound(outcome) } else { _ = try refusal(outcome) }
            }
            return "no token from the authenticator; Cognito ends the sign-in"
        }
    }

    private func foreignTokens() async throws {
        let mallory = try await newUser("mallory@example.test")
        let email = "cy@example.test"
        try await transcript.step("another user's result token") {
            _ = try await cognito.signUp(email)
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(mallory.token, to: challenge))
            return "a wrong answer like any other"
        }
        try await transcript.step("the challenge's own token as answer") {
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(challenge.token, to: challenge))
            return "a wrong answer: it proves nothing"
        }
    }

    private func replayedCode() async throws {
        let email = "di@example.test"
        let user = try await newUser(email)
        try await transcript.step("a spent answer, sent again") {
            _ = try refusal(try await cognito.answer(user.token, to: user.challenge), Self.spentSession)
            return "a session counts once"
        }
        try await transcript.step("a code's token in the next round") {
            var app = app()
            let first = try await cognito.challenge(for: email)
            let token = try await proveByCode(email, for: first, &app)
            let second = try nextRound(try await cognito.answer("wrong", to: first))
            _ = try nextRound(try await cognito.answer(token, to: second))
            return "a wrong answer: it belongs to the round before"
        }
        try await transcript.step("a code's token in a new session") {
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(user.token, to: challenge))
            return "a wrong answer: it belongs to another round"
        }
    }

    private func replayedPasskey(_ ana: DemoAuthsignal) async throws {
        var ana = ana
        let proof = try await proof(&ana)
        try await transcript.step("a passkey's token after a wrong answer") {
            let first = try await cognito.challenge(for: proof.username)
            let second = try nextRound(try await cognito.answer("wrong", to: first))
            _ = try nextRound(try await cognito.answer(proof.token, to: second))
            return "a wrong answer: proven earlier counts in the first round only"
        }
        try await transcript.step("a passkey's token in two new sessions") {
            let first = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: first))
            let second = try await cognito.challenge(for: proof.username)
            _ = try nextRound(try await cognito.answer(proof.token, to: second))
            return "right in the first, wrong in the second: the state table remembers it"
        }
        try await transcript.step("the same without a state table") {
            try await use(.off)
            for _ in 1...2 {
                let challenge = try await cognito.challenge(for: proof.username)
                _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            }
            try await use(.on)
            return "accepted within MAX_PROOF_AGE: documented limit without a table"
        }
    }

    private func strangerEnrols() async throws {
        let (email, stranger) = ("ed@example.test", "stranger@example.test")
        var app = app()
        try await transcript.step("a stranger's passkey for a new account") {
            _ = try await cognito.signUp(email)
            let challenge = try await cognito.challenge(for: email)
            app.setToken(challenge.token)
            let code = try await app.refusal("/user-authenticators/passkey/registration-options") {
                $0.member("username", email)
            }
            return "the authenticator refuses: \(code)"
        }
        try await transcript.step("a stranger's mailbox for it") {
            let code = try await app.refusal("/user-authenticators/email-otp") { $0.member("email", stranger) }
            let count = try await mailBox.codes(to: stranger).count
            try DemoDifference.unless(count == 0, "no mail to \(stranger)", found: "\(count)")
            return "the authenticator refuses: \(code)"
        }
    }

    func srpStart() async throws {
        try await transcript.step("a start with SRP") {
            let publicValue = String(repeating: "7", count: 256)
            let start = try await cognito.start(
                "ana@example.test", ["CHALLENGE_NAME": "SRP_A", "SRP_A": publicValue])
            _ = try refusal(start)
            return "refused before any challenge"
        }
    }
}

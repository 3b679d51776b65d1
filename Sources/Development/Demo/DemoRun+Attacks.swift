internal import JSON
internal import Sandbox

/// Attacks on the flow `RESULT_TOKEN`.
extension DemoRun {
    /// Tries what must not work.
    ///
    /// - Parameter ana: a signed-in user's app, with a passkey.
    func runAttacks(on ana: DemoAuthsignal?) async {
        transcript.heading("Attacks that must fail")
        await transcript.scenario("wrong codes") { try await sendWrongCodesToAuthenticator() }
        await transcript.scenario("other users' tokens") { try await useForeignTokens() }
        await transcript.scenario("a replayed code's token") { try await replayToken() }
        if let ana { await transcript.scenario("a replayed passkey's token") { try await replayPasskeyToken(ana) } }
        await transcript.scenario("a stranger") { try await enrolStranger() }
        await transcript.scenario("SRP") { try await startWithSRP() }
        await transcript.scenario("an unknown user") { try await signInAsUnknownUser() }
    }

    private func sendWrongCodesToAuthenticator() async throws {
        let email = "bo@example.test"
        try await transcript.step("send a wrong code three times") {
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
            return "the authenticator returns no token; Cognito ends the sign-in"
        }
    }

    private func useForeignTokens() async throws {
        let mallory = try await signUpAndSignIn("mallory@example.test")
        let email = "cy@example.test"
        try await transcript.step("answer with another user's result token") {
            _ = try await cognito.signUp(email)
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(mallory.token, to: challenge))
            return "treated as a wrong answer"
        }
        try await transcript.step("answer with the challenge's own token") {
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(challenge.token, to: challenge))
            return "treated as a wrong answer: it proves nothing"
        }
    }

    private func replayToken() async throws {
        let email = "di@example.test"
        let user = try await signUpAndSignIn(email)
        try await transcript.step("send the same answer again") {
            _ = try refusal(try await cognito.answer(user.token, to: user.challenge), Self.spentSession)
            return "refused: a session accepts only one answer"
        }
        try await transcript.step("use a code's token in the next round") {
            var app = app()
            let first = try await cognito.challenge(for: email)
            let token = try await proveByCode(email, for: first, &app)
            let second = try nextRound(try await cognito.answer("wrong", to: first))
            _ = try nextRound(try await cognito.answer(token, to: second))
            return "treated as a wrong answer: it belongs to the previous round"
        }
        try await transcript.step("use a code's token in a new session") {
            let challenge = try await cognito.challenge(for: email)
            _ = try nextRound(try await cognito.answer(user.token, to: challenge))
            return "treated as a wrong answer: it belongs to another round"
        }
    }

    private func replayPasskeyToken(_ ana: DemoAuthsignal) async throws {
        var ana = ana
        let proof = try await usePasskey(of: &ana)
        try await transcript.step("use a passkey's token after a wrong answer") {
            let first = try await cognito.challenge(for: proof.username)
            let second = try nextRound(try await cognito.answer("wrong", to: first))
            _ = try nextRound(try await cognito.answer(proof.token, to: second))
            return "treated as a wrong answer: an earlier proof is accepted only in the first round"
        }
        try await transcript.step("use a passkey's token in two new sessions") {
            let first = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: first))
            let second = try await cognito.challenge(for: proof.username)
            _ = try nextRound(try await cognito.answer(proof.token, to: second))
            return "accepted in the first, refused in the second: the state table remembers it"
        }
        try await transcript.step("do the same without a state table") {
            try await switchStateTable(.off)
            for _ in 1...2 {
                let challenge = try await cognito.challenge(for: proof.username)
                _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            }
            try await switchStateTable(.on)
            return "accepted twice within MAX_PROOF_AGE (a documented limit)"
        }
    }

    private func enrolStranger() async throws {
        let (email, stranger) = ("ed@example.test", "stranger@example.test")
        var app = app()
        try await transcript.step("add a stranger's passkey to a new account") {
            _ = try await cognito.signUp(email)
            let challenge = try await cognito.challenge(for: email)
            app.setToken(challenge.token)
            let code = try await app.refusal("/user-authenticators/passkey/registration-options") {
                $0.member("username", email)
            }
            return "the authenticator refuses: \(code)"
        }
        try await transcript.step("add a stranger's mailbox to it") {
            let words: String
            if mode == .signed {
                try await app.enrolEmail(stranger)
                words = "the authenticator answers as always, and sends no mail"
            } else {
                let code = try await app.refusal("/user-authenticators/email-otp") { $0.member("email", stranger) }
                words = "the authenticator refuses: \(code)"
            }
            let count = try await mailBox.codes(to: stranger).count
            try DemoDifference.unless(count == 0, "no mail to \(stranger)", found: "\(count)")
            return words
        }
    }

    func startWithSRP() async throws {
        try await transcript.step("start a sign-in with SRP") {
            let publicValue = String(repeating: "7", count: 256)
            let start = try await cognito.start(
                "ana@example.test", ["CHALLENGE_NAME": "SRP_A", "SRP_A": publicValue])
            _ = try refusal(start)
            return "refused before any challenge"
        }
    }
}

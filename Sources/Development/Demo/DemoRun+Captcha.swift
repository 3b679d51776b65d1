internal import JSON
internal import Sandbox
internal import StandIns

/// Flows with a CAPTCHA before the proof, and with the password before both or without.
extension DemoRun {
    private static let captcha = "CAPTCHA"

    /// What a person does.
    func captchaJourney() async {
        transcript.heading("A person passes a CAPTCHA and signs in")
        let start = flow.hasPassword ? "start to sign in with the password" : "start to sign in, without SRP"
        await transcript.scenario("the journey") {
            let email = "ana@example.test"
            var challenge: DemoCognito.Challenge?
            try await transcript.step(start) {
                _ = try await cognito.signUp(email)
                let found = try await captcha(for: email)
                challenge = found
                let expected = [CaptchaStandIn.siteKey, StackSettings.captchaAction, "turnstile"]
                let shown = ["siteKey", "action", "provider"].map { found[$0] ?? "none" }
                try DemoDifference.unless(shown == expected, "what the widget needs", found: "\(shown)")
                return "challenge \(Self.captcha) of \(expected[2]), for the action \(expected[1])"
            }
            guard var challenge else { return }
            try await transcript.step("fail it") {
                let count = try await mailBox.codes(to: email).count
                challenge = try nextRound(try await cognito.answer(try await solve(passes: false), to: challenge))
                try DemoDifference.unless(
                    challenge["challenge"] == Self.captcha, "another CAPTCHA", found: challenge["challenge"] ?? "none")
                let now = try await mailBox.codes(to: email).count
                try DemoDifference.unless(now == count, "no mail", found: "\(now - count)")
                return "another CAPTCHA; nothing is sent to anybody"
            }
            try await transcript.step("pass it, then prove the address") {
                try await prove(email, by: try await cognito.answer(try await solve(), to: challenge))
                return "signed in: ID, access and refresh token"
            }
        }
    }

    /// What must not work.
    func captchaAttacks() async {
        transcript.heading("Others try")
        await transcript.scenario("nothing but the CAPTCHA") { try await nothingButTheCaptcha() }
        await transcript.scenario("around the CAPTCHA") { try await aroundTheCaptcha() }
        await transcript.scenario("an answer again") { try await answerAgain() }
        await transcript.scenario("a CAPTCHA of elsewhere") { try await captchaOfElsewhere() }
        await transcript.scenario("three failed") { try await threeFailed() }
        if flow.hasPassword {
            await transcript.scenario("no password") { try await noPassword() }
        } else {
            await transcript.scenario("an unknown user") { try await captchaForUnknownUser() }
        }
    }

    private func nothingButTheCaptcha() async throws {
        try await transcript.step("the CAPTCHA alone, for somebody else's name") {
            let next = try await passed("bo@example.test")
            _ = try nextRound(try await cognito.answer(try await solve(), to: next))
            return "no tokens: it says nothing of who one is, and a second one is a wrong answer to the next step"
        }
    }

    private func aroundTheCaptcha() async throws {
        try await transcript.step("a text of one's own in place of the widget's") {
            _ = try await cognito.signUp("cy@example.test")
            let challenge = try await captcha(for: "cy@example.test")
            for answer in ["captcha-of-my-own", "true", "123456"] {
                let other = try await captcha(for: "cy@example.test")
                let next = try nextRound(try await cognito.answer(answer, to: other))
                try DemoDifference.unless(
                    next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
            }
            try DemoDifference.unless(challenge.token.isEmpty, "no token yet", found: "one")
            return "another CAPTCHA, and neither token nor mail before one is passed"
        }
    }

    private func answerAgain() async throws {
        try await transcript.step("one answer in two sign-ins") {
            _ = try await cognito.signUp("di@example.test")
            let solution = try await solve()
            let first = try await captcha(for: "di@example.test")
            let second = try await captcha(for: "di@example.test")
            _ = try afterCaptcha(try await cognito.answer(solution, to: first))
            let next = try nextRound(try await cognito.answer(solution, to: second))
            try DemoDifference.unless(
                next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
            return "it counts once"
        }
    }

    private func captchaOfElsewhere() async throws {
        _ = try await cognito.signUp("ed@example.test")
        let cases = [
            ("solved on another host's page", try await solve(hostname: "localhost.evil.test")),
            ("solved for another action", try await solve(action: "newsletter")),
        ]
        for (title, solution) in cases {
            try await transcript.step(title) {
                let challenge = try await captcha(for: "ed@example.test")
                let next = try nextRound(try await cognito.answer(solution, to: challenge))
                try DemoDifference.unless(
                    next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
                return "a wrong answer"
            }
        }
    }

    private func threeFailed() async throws {
        try await transcript.step("three CAPTCHAs failed") {
            _ = try await cognito.signUp("flo@example.test")
            var challenge = try await captcha(for: "flo@example.test")
            for _ in 1...2 {
                challenge = try nextRound(try await cognito.answer(try await solve(passes: false), to: challenge))
            }
            return try refusal(try await cognito.answer(try await solve(passes: false), to: challenge))
        }
    }

    private func captchaForUnknownUser() async throws {
        try await transcript.step("an unknown user passes") {
            let known = try await passed("gil@example.test")
            let unknown = try afterCaptcha(
                try await cognito.answer(try await solve(), to: try await captcha(for: "ghost@example.test")))
            try DemoDifference.unless(
                known.names == unknown.names, "the parameters \(known.names)", found: "\(unknown.names)")
            let count = try await mailBox.codes(to: "ghost@example.test").count
            try DemoDifference.unless(count == 0, "no mail", found: "\(count)")
            return "the next challenge has the same parameters as a known one's"
        }
    }
}

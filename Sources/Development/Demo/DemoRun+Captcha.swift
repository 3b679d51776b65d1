internal import JSON
internal import Sandbox
internal import StandIns

/// Flows with a CAPTCHA before the proof, with or without the password before both.
extension DemoRun {
    private static let captcha = "CAPTCHA"

    /// Does what a user does.
    func runCaptchaJourney() async {
        transcript.heading("A user passes a CAPTCHA and signs in")
        let start = flow.hasPassword ? "start with SRP and the password" : "start a sign-in without SRP"
        await transcript.scenario("the journey") {
            let email = "ana@example.test"
            var challenge: DemoCognito.Challenge?
            try await transcript.step(start) {
                _ = try await cognito.signUp(email)
                let found = try await startWithCaptcha(for: email)
                challenge = found
                let expected = [CaptchaStandIn.siteKey, StackSettings.captchaAction, "turnstile"]
                let shown = ["siteKey", "action", "provider"].map { found[$0] ?? "none" }
                try DemoDifference.unless(shown == expected, "what the widget needs", found: "\(shown)")
                return "challenge \(Self.captcha): provider \(expected[2]), action \(expected[1])"
            }
            guard var challenge else { return }
            try await transcript.step("fail the CAPTCHA") {
                let count = try await mailBox.codes(to: email).count
                challenge = try nextRound(try await cognito.answer(try await solve(passes: false), to: challenge))
                try DemoDifference.unless(
                    challenge["challenge"] == Self.captcha, "another CAPTCHA", found: challenge["challenge"] ?? "none")
                let now = try await mailBox.codes(to: email).count
                try DemoDifference.unless(now == count, "no mail", found: "\(now - count)")
                return "another CAPTCHA; no mail is sent"
            }
            try await transcript.step("pass the CAPTCHA, then prove the address") {
                try await prove(email, by: try await cognito.answer(try await solve(), to: challenge))
                return "signed in: ID, access and refresh tokens"
            }
        }
    }

    /// Tries what must not work.
    func runCaptchaAttacks() async {
        transcript.heading("Attacks that must fail")
        await transcript.scenario("only the CAPTCHA") { try await passOnlyCaptcha() }
        await transcript.scenario("a made-up answer") { try await makeUpCaptchaAnswer() }
        await transcript.scenario("a used answer") { try await reuseCaptchaAnswer() }
        await useForeignCaptchaAnswers()
        await transcript.scenario("three failed CAPTCHAs") { try await failThreeCaptchas() }
        if flow.hasPassword {
            await transcript.scenario("no password") { try await startWithoutPassword() }
        } else {
            await transcript.scenario("an unknown user") { try await passCaptchaAsUnknownUser() }
        }
    }

    private func passOnlyCaptcha() async throws {
        try await transcript.step("sign in with only a CAPTCHA") {
            let next = try await signUpAndPassCaptcha("bo@example.test")
            _ = try nextRound(try await cognito.answer(try await solve(), to: next))
            return "no tokens: a CAPTCHA does not prove who the user is, and it is a wrong answer to the next step"
        }
    }

    private func makeUpCaptchaAnswer() async throws {
        try await transcript.step("answer with a made-up text") {
            _ = try await cognito.signUp("cy@example.test")
            let challenge = try await startWithCaptcha(for: "cy@example.test")
            for answer in ["captcha-of-my-own", "true", "123456"] {
                let other = try await startWithCaptcha(for: "cy@example.test")
                let next = try nextRound(try await cognito.answer(answer, to: other))
                try DemoDifference.unless(
                    next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
            }
            try DemoDifference.unless(challenge.token.isEmpty, "no token yet", found: "one")
            return "another CAPTCHA; no token and no mail before one is passed"
        }
    }

    private func reuseCaptchaAnswer() async throws {
        try await transcript.step("use one answer in two sign-ins") {
            _ = try await cognito.signUp("di@example.test")
            let solution = try await solve()
            let first = try await startWithCaptcha(for: "di@example.test")
            let second = try await startWithCaptcha(for: "di@example.test")
            _ = try afterCaptcha(try await cognito.answer(solution, to: first))
            let next = try nextRound(try await cognito.answer(solution, to: second))
            try DemoDifference.unless(
                next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
            return "accepted only once"
        }
    }

    private func useForeignCaptchaAnswers() async {
        let cases = [
            ("use an answer from another host's page", "localhost.evil.test", StackSettings.captchaAction),
            ("use an answer for another action", "localhost", "newsletter"),
        ]
        for (number, (title, hostname, action)) in cases.enumerated() {
            await transcript.scenario(title) {
                try await transcript.step(title) {
                    let email = "ed\(number)@example.test"
                    _ = try await cognito.signUp(email)
                    let challenge = try await startWithCaptcha(for: email)
                    let solution = try await solve(hostname: hostname, action: action)
                    let next = try nextRound(try await cognito.answer(solution, to: challenge))
                    try DemoDifference.unless(
                        next["challenge"] == Self.captcha, "another CAPTCHA", found: next["challenge"] ?? "none")
                    return "treated as a wrong answer"
                }
            }
        }
    }

    private func failThreeCaptchas() async throws {
        try await transcript.step("fail three CAPTCHAs") {
            _ = try await cognito.signUp("flo@example.test")
            var challenge = try await startWithCaptcha(for: "flo@example.test")
            for _ in 1...2 {
                challenge = try nextRound(try await cognito.answer(try await solve(passes: false), to: challenge))
            }
            _ = try refusal(try await cognito.answer(try await solve(passes: false), to: challenge))
            return "Cognito ends the sign-in"
        }
    }

    private func passCaptchaAsUnknownUser() async throws {
        try await transcript.step("pass a CAPTCHA as an unknown user") {
            let known = try await signUpAndPassCaptcha("gil@example.test")
            let unknown = try afterCaptcha(
                try await cognito.answer(try await solve(), to: try await startWithCaptcha(for: "ghost@example.test")))
            try DemoDifference.unless(
                known.names == unknown.names, "the parameters \(known.names)", found: "\(unknown.names)")
            let count = try await mailBox.codes(to: "ghost@example.test").count
            try DemoDifference.unless(count == 0, "no mail", found: "\(count)")
            return "the next challenge has the same parameters as for a known user"
        }
    }
}

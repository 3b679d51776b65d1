internal import JSON
internal import Sandbox

/// What the flows with a CAPTCHA do again and again.
extension DemoRun {
    /// What the widget gives the page.
    func solve(
        passes: Bool = true, hostname: String = "localhost", action: String = StackSettings.captchaAction
    ) async throws(DemoDifference) -> String {
        let body = JSONWriter.object { body in
            body.member("passes", passes)
            body.member("hostname", hostname)
            body.member("action", action)
        }
        let answer = try await http.send("POST", "/sandbox/captcha", body)
        guard let text = answer.json?["answer"]?.string else {
            throw DemoDifference("an answer of the widget", found: "status \(answer.status)")
        }
        return text
    }

    /// Starts a sign-in that must begin with a CAPTCHA, behind the password where the flow has one.
    func captcha(for username: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let outcome =
            flow.hasPassword
            ? try await cognito.start(username, password: DemoCognito.password) : try await cognito.start(username)
        let challenge = try nextRound(outcome)
        try DemoDifference.unless(
            challenge["challenge"] == "CAPTCHA", "a CAPTCHA", found: challenge["challenge"] ?? challenge.name)
        return challenge
    }

    /// The challenge behind a CAPTCHA that must have been passed.
    func afterCaptcha(_ outcome: DemoCognito.Outcome) throws(DemoDifference) -> DemoCognito.Challenge {
        let challenge = try nextRound(outcome)
        let step = flow.sendsCodes ? Self.codeMethod : "RESULT_TOKEN"
        try DemoDifference.unless(
            challenge["challenge"] == step, "the challenge \(step)", found: challenge["challenge"] ?? challenge.name)
        return challenge
    }

    /// Signs a new user up and passes the CAPTCHA of a sign-in.
    func passed(_ email: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        _ = try await cognito.signUp(email)
        let challenge = try await captcha(for: email)
        return try afterCaptcha(try await cognito.answer(try await solve(), to: challenge))
    }

    /// Proves an address in the step behind a CAPTCHA, which must earn tokens.
    func prove(_ email: String, by outcome: DemoCognito.Outcome) async throws(DemoDifference) {
        if flow.sendsCodes {
            let sent = try await code(of: outcome, for: email, after: 0)
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
        } else {
            let challenge = try afterCaptcha(outcome)
            var app = app()
            let proof = try await proveByCode(email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(proof, to: challenge))
        }
    }
}

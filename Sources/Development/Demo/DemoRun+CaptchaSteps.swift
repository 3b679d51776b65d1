internal import JSON
internal import Sandbox

/// The steps that the flows with a CAPTCHA share.
extension DemoRun {
    /// Passes or fails the CAPTCHA; returns the widget's answer.
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

    /// Starts a sign-in and proves the password if the flow has one. The challenge must then be a CAPTCHA.
    func startWithCaptcha(for username: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        let outcome =
            flow.hasPassword
            ? try await cognito.start(username, password: DemoCognito.password) : try await cognito.start(username)
        let challenge = try nextRound(outcome)
        try DemoDifference.unless(
            challenge["challenge"] == "CAPTCHA", "a CAPTCHA", found: challenge["challenge"] ?? challenge.name)
        return challenge
    }

    /// The challenge after a CAPTCHA that must have been passed.
    func afterCaptcha(_ outcome: DemoCognito.Outcome) throws(DemoDifference) -> DemoCognito.Challenge {
        let challenge = try nextRound(outcome)
        let step = flow.sendsCodes ? Self.codeMethod : "RESULT_TOKEN"
        try DemoDifference.unless(
            challenge["challenge"] == step, "the challenge \(step)", found: challenge["challenge"] ?? challenge.name)
        return challenge
    }

    /// Signs up a new user, starts a sign-in and passes its CAPTCHA; returns the next challenge.
    func signUpAndPassCaptcha(_ email: String) async throws(DemoDifference) -> DemoCognito.Challenge {
        _ = try await cognito.signUp(email)
        let challenge = try await startWithCaptcha(for: email)
        return try afterCaptcha(try await cognito.answer(try await solve(), to: challenge))
    }

    /// Proves an address in the step after a CAPTCHA. This must sign in.
    func prove(_ email: String, by outcome: DemoCognito.Outcome) async throws(DemoDifference) {
        if flow.sendsCodes {
            let sent = try await readCode(of: outcome, for: email, after: 0)
            _ = try tokens(try await cognito.answer(sent.code, to: sent.challenge))
        } else {
            let challenge = try afterCaptcha(outcome)
            var app = app()
            let proof = try await proveByCode(email, for: challenge, &app)
            _ = try tokens(try await cognito.answer(proof, to: challenge))
        }
    }
}

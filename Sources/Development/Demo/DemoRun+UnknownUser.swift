internal import JSON
internal import Sandbox

/// A sign-in must not reveal whether somebody has an account.
extension DemoRun {
    /// Signs in as an unknown user, who must look like a known one.
    func signInAsUnknownUser() async throws {
        let (known, unknown) = ("flo@example.test", "ghost@example.test")
        var started: DemoCognito.Challenge?
        try await transcript.step("start a sign-in for an unknown user") {
            _ = try await cognito.signUp(known)
            let real = try await cognito.challenge(for: known)
            let other = try await cognito.challenge(for: unknown)
            try DemoDifference.unless(
                real.names == other.names, "the parameters \(real.names)", found: "\(other.names)")
            started = other
            return "a challenge with the same parameters as for a known user"
        }
        guard var challenge = started else { return }
        var app = app()
        try await transcript.step("ask for a code for the unknown user") {
            app.setToken(challenge.token)
            let words: String
            switch mode {
            case .signed:
                try await app.enrolEmail(unknown)
                let proof = try await app.verifyEmail(code: "123456")
                try DemoDifference.unless(proof == nil, "no token", found: "a token")
                words = "the authenticator pretends to send one, but accepts no code"
            case .authsignal, .oidc:
                let code = try await app.refusal("/user-authenticators/email-otp") { $0.member("email", unknown) }
                words = "the authenticator refuses: \(code) (a documented limit)"
            }
            let count = try await mailBox.codes(to: unknown).count
            try DemoDifference.unless(count == 0, "no mail to \(unknown)", found: "\(count)")
            return words + "; no mail is sent"
        }
        try await transcript.step("send three answers for the unknown user") {
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer("123456", to: challenge)) }
            _ = try refusal(try await cognito.answer("123456", to: challenge))
            return "refused like a known user's wrong answers"
        }
    }
}

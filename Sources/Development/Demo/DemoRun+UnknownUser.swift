internal import JSON
internal import Sandbox

/// Whether somebody has an account is nobody's business.
extension DemoRun {
    func unknownUser() async throws {
        let (known, unknown) = ("flo@example.test", "ghost@example.test")
        var started: DemoCognito.Challenge?
        try await transcript.step("an unknown user") {
            _ = try await cognito.signUp(known)
            let real = try await cognito.challenge(for: known)
            let other = try await cognito.challenge(for: unknown)
            try DemoDifference.unless(
                real.names == other.names, "the parameters \(real.names)", found: "\(other.names)")
            started = other
            return "a challenge with the same parameters as a known one's"
        }
        guard var challenge = started else { return }
        var app = app()
        try await transcript.step("a code for the unknown user") {
            app.setToken(challenge.token)
            let words: String
            switch mode {
            case .signed:
                try await app.enrolEmail(unknown)
                let proof = try await app.verifyEmail(code: "123456")
                try DemoDifference.unless(proof == nil, "no proof", found: "a proof")
                words = "the authenticator plays along, no code is right"
            case .authsignal, .oidc:
                let code = try await app.refusal("/user-authenticators/email-otp") { $0.member("email", unknown) }
                words = "the authenticator refuses: \(code) (documented limit)"
            }
            let count = try await mailBox.codes(to: unknown).count
            try DemoDifference.unless(count == 0, "no mail to \(unknown)", found: "\(count)")
            return words + "; no mail is sent"
        }
        try await transcript.step("three answers for the unknown user") {
            for _ in 1...2 { challenge = try nextRound(try await cognito.answer("123456", to: challenge)) }
            _ = try refusal(try await cognito.answer("123456", to: challenge))
            return "refused as a known user's wrong answers are"
        }
    }
}

internal import Sandbox
internal import SoftwarePasskey

/// The calls of Authsignal's React Native example exactly as published: it never asks whether the user is enrolled.
extension DemoRun {
    /// The calls, on a device that writes JSON as the iOS SDK does.
    func literalCalls() async {
        transcript.heading("The React Native example's calls, word for word")
        await transcript.scenario("the calls") { try await signIns() }
    }

    private func signIns() async throws {
        let email = "gus@example.test"
        var app = app(.iOS)
        try await transcript.step("sign up, email.enroll({ email }), verify") {
            _ = try await cognito.signUp(email)
            let challenge = try await cognito.challenge(for: email)
            let token = try await proveByCode(email, for: challenge, &app, alwaysEnrols: true)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in"
        }
        try await transcript.step("passkey.signUp({ username })") {
            try await app.createPasskey(username: email)
            return "registered, as the iOS SDK writes it"
        }
        try await transcript.step("passkey.signIn({ action }), then sign in") {
            let proof = try await proof(&app)
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in as \(proof.username)"
        }
        guard mode == .signed else { return }
        try await transcript.step("email.enroll({ email }) when enrolled") {
            let challenge = try await cognito.challenge(for: email)
            let token = try await proveByCode(email, for: challenge, &app, alwaysEnrols: true)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in all the same"
        }
    }
}

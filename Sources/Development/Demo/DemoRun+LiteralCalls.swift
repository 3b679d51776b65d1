internal import Sandbox
internal import SoftwarePasskey

/// The calls of Authsignal's React Native example, exactly as published. It never asks whether the user is enrolled.
extension DemoRun {
    /// Makes the calls on a device that writes JSON as the iOS SDK does.
    func runLiteralCalls() async {
        transcript.heading("The calls of Authsignal's React Native example, unchanged")
        await transcript.scenario("the calls") { try await makeLiteralCalls() }
    }

    private func makeLiteralCalls() async throws {
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
            return "registered in the iOS SDK's format"
        }
        try await transcript.step("passkey.signIn({ action }), then sign in") {
            let proof = try await usePasskey(of: &app)
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in as \(proof.username)"
        }
        guard mode == .signed else { return }
        try await transcript.step("email.enroll({ email }) when enrolled") {
            let challenge = try await cognito.challenge(for: email)
            let token = try await proveByCode(email, for: challenge, &app, alwaysEnrols: true)
            _ = try tokens(try await cognito.answer(token, to: challenge))
            return "signed in as well"
        }
    }
}

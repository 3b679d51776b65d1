internal import JSON

/// Adding a passkey on another device, with the token that AddAuthenticator gives to a signed-in user.
extension DemoRun {
    /// Adds the passkey, then tries what the token must not do.
    func addPasskeyOnAnotherDevice(_ app: inout DemoAuthsignal) async throws {
        let proof = try await usePasskey(of: &app)
        let challenge = try await cognito.challenge(for: proof.username)
        let session = try tokens(try await cognito.answer(proof.token, to: challenge))
        var (other, added) = (self.app(), "")
        try await transcript.step("ask AddAuthenticator for a token") {
            added = try await requestAddingToken(session["AccessToken"]?.string)
            return "a token that can add an authenticator"
        }
        try await transcript.step("create a passkey on another device") {
            other.setToken(added)
            try await other.createPasskey(username: proof.username)
            return "registered for \(proof.username)"
        }
        try await transcript.step("sign in on the other device") {
            let proof = try await usePasskey(of: &other)
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
        try await transcript.step("answer a challenge with that token") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try nextRound(try await cognito.answer(added, to: challenge))
            return "treated as a wrong answer: it is not a sign-in token"
        }
        try await transcript.step("ask with an ID, refresh or no token") {
            for name in ["IdToken", "RefreshToken", "none"] {
                let answer = try await addAuthenticator(session[name]?.string)
                let error = answer.json?["error"]?.string ?? "none"
                try DemoDifference.unless(
                    answer.status == 401 && error == "invalid_token", "401 invalid_token for \(name)",
                    found: "\(answer.status) \(error)")
            }
            return "refused: 401 invalid_token"
        }
    }

    private func requestAddingToken(_ accessToken: String?) async throws(DemoDifference) -> String {
        let answer = try await addAuthenticator(accessToken)
        guard answer.status == 200, let token = answer.json?["token"]?.string else {
            throw DemoDifference(
                "a token", found: "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return token
    }

    private func addAuthenticator(_ token: String?) async throws(DemoDifference) -> DemoHTTP.Answer {
        try await http.send(
            "POST", "/add-authenticator", headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }
}

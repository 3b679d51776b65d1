internal import JSON

/// Adding a passkey of another device at any time, with the token that AddAuthenticator gives to who is signed in.
extension DemoRun {
    /// What the person does, and what the token is not good for.
    func anotherDevice(_ app: inout DemoAuthsignal) async throws {
        let proof = try await proof(&app)
        let challenge = try await cognito.challenge(for: proof.username)
        let session = try tokens(try await cognito.answer(proof.token, to: challenge))
        var (other, added) = (self.app(), "")
        try await transcript.step("signed in: ask AddAuthenticator") {
            added = try await addingToken(session["AccessToken"]?.string)
            return "a token that adds an authenticator"
        }
        try await transcript.step("create a passkey on another device") {
            other.setToken(added)
            try await other.createPasskey(username: proof.username)
            return "registered for \(proof.username)"
        }
        try await transcript.step("sign in there") {
            let proof = try await self.proof(&other)
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try tokens(try await cognito.answer(proof.token, to: challenge))
            return "signed in"
        }
        try await transcript.step("answer with the token that adds") {
            let challenge = try await cognito.challenge(for: proof.username)
            _ = try nextRound(try await cognito.answer(added, to: challenge))
            return "a wrong answer: it signs nobody in"
        }
        try await transcript.step("ask with ID or refresh token, or none") {
            for name in ["IdToken", "RefreshToken", "none"] {
                let answer = try await addAuthenticator(session[name]?.string)
                let error = answer.json?["error"]?.string ?? "none"
                try DemoDifference.unless(
                    answer.status == 401 && error == "invalid_token", "401 invalid_token for \(name)",
                    found: "\(answer.status) \(error)")
            }
            return "401 invalid_token"
        }
    }

    private func addingToken(_ accessToken: String?) async throws(DemoDifference) -> String {
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

/// Choice-based sign-in with the password as the only factor. It asks no trigger of custom authentication.
extension UserPool {
    /// `USER_AUTH`. A preferred challenge that the user can answer is asked at once; otherwise the app gets the choice.
    func startUserAuth(_ start: SignInStart) async throws(PoolError) -> SignInAnswer {
        guard start.client.flows.contains(.userAuth) else {
            throw PoolError(.invalidParameter, "USER_AUTH is not enabled for the client.")
        }
        let subject = try subject(start)
        let available = availableChallenges(subject)
        if let preferred = start.parameters["PREFERRED_CHALLENGE"], available.contains(preferred) {
            return try await ask(preferred, subject, start.parameters)
        }
        guard !available.isEmpty else { throw .incorrectUsernameOrPassword }
        return try challengeAnswer(.selectChallenge(available), subject, rows: [], available: available)
    }

    /// The challenges that a user can answer. An unknown user looks like one with a password.
    private func availableChallenges(_ subject: SignInSubject) -> [String] {
        subject.user.map { $0.password != nil } ?? true ? ["PASSWORD", "PASSWORD_SRP"] : []
    }

    /// Asks for an answer to a challenge, or accepts the one that came along.
    func ask(
        _ challenge: String, _ subject: SignInSubject, _ parameters: [String: String]
    ) async throws(PoolError) -> SignInAnswer {
        switch challenge {
        case "PASSWORD_SRP": return try askForPasswordOnly(subject, parameters)
        case "PASSWORD":
            guard let password = parameters["PASSWORD"] else {
                return try challengeAnswer(.password, subject, rows: [])
            }
            return try await signIn(subject, password: password)
        default: throw .unavailableChallenge(challenge)
        }
    }
}

extension PoolError {
    static func unavailableChallenge(_ name: String) -> PoolError {
        PoolError(.invalidParameter, "The challenge \(name) is not available.")
    }
}

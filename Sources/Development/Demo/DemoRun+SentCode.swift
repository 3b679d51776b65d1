/// Codes that the functions send.
extension DemoRun {
    /// A challenge and the code that has been sent for it.
    struct SentCode {
        var challenge: DemoCognito.Challenge
        let code: String
    }

    static let codeMethod = "EMAIL_OTP"

    /// Starts a sign-in; returns the challenge with the code that has come by mail.
    func code(for email: String) async throws(DemoDifference) -> SentCode {
        let count = try await mailBox.codes(to: email).count
        return try await code(of: try await cognito.start(email), for: email, after: count)
    }

    /// The challenge of an outcome with the code that has come by mail.
    ///
    /// - Parameter count: how many codes there had been before.
    func code(
        of outcome: DemoCognito.Outcome, for email: String, after count: Int
    ) async throws(DemoDifference) -> SentCode {
        let challenge = try nextRound(outcome)
        try DemoDifference.unless(
            challenge["challenge"] == Self.codeMethod, "the challenge \(Self.codeMethod)",
            found: challenge["challenge"] ?? challenge.name)
        return SentCode(challenge: challenge, code: try await mailBox.newCode(to: email, after: count))
    }

    /// Signs a new user up and starts a sign-in.
    func newUserWithCode(_ email: String) async throws(DemoDifference) -> SentCode {
        _ = try await cognito.signUp(email)
        return try await code(for: email)
    }

    /// Another code, with each digit one higher.
    static func other(_ code: String) -> String {
        String(code.map { $0 == "9" ? "0" : Character(String(($0.wholeNumberValue ?? 0) + 1)) })
    }
}

/// The codes that the functions send.
extension DemoRun {
    /// A challenge and the code that was sent for it.
    struct SentCode {
        var challenge: DemoCognito.Challenge
        let code: String
    }

    static let codeMethod = "EMAIL_OTP"

    /// Starts a sign-in; returns the challenge and the code from the mailbox.
    func startAndReadCode(for email: String) async throws(DemoDifference) -> SentCode {
        let count = try await mailBox.codes(to: email).count
        return try await readCode(of: try await cognito.start(email), for: email, after: count)
    }

    /// The challenge of an outcome and the code from the mailbox.
    ///
    /// - Parameter count: how many codes were in the mailbox before.
    func readCode(
        of outcome: DemoCognito.Outcome, for email: String, after count: Int
    ) async throws(DemoDifference) -> SentCode {
        let challenge = try nextRound(outcome)
        try DemoDifference.unless(
            challenge["challenge"] == Self.codeMethod, "the challenge \(Self.codeMethod)",
            found: challenge["challenge"] ?? challenge.name)
        return SentCode(challenge: challenge, code: try await mailBox.newCode(to: email, after: count))
    }

    /// Signs up a new user and starts a sign-in.
    func signUpAndReceiveCode(_ email: String) async throws(DemoDifference) -> SentCode {
        _ = try await cognito.signUp(email)
        return try await startAndReadCode(for: email)
    }

    /// A code that is none of these.
    static func other(thanAll codes: [String]) -> String {
        var other = Self.other(codes[0])
        while codes.contains(other) { other = Self.other(other) }
        return other
    }

    /// A different code: each digit is one higher.
    static func other(_ code: String) -> String {
        String(code.map { $0 == "9" ? "0" : Character(String(($0.wholeNumberValue ?? 0) + 1)) })
    }
}

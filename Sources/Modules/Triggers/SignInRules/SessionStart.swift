internal import CognitoTriggers

/// What happened in a session before its first custom challenge: the rows that Cognito makes by itself.
///
/// They are a start with SRP, the password, and a second factor if the pool is set up so. Each may appear once, in its
/// place and with a right answer. Only the password proves anything.
struct SessionStart {
    private let beginsWithPassword: Bool
    private let ignoresSRP: Bool
    private var names: [String] = []
    private var isOver = false

    private static let secondFactors: Set<String> = ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"]

    init(beginsWithPassword: Bool, ignoresSRP: Bool) {
        self.beginsWithPassword = beginsWithPassword
        self.ignoresSRP = ignoresSRP
    }

    /// Whether the password is the next thing to be asked for.
    var asksForPassword: Bool { beginsWithPassword && names == [ChallengeResult.srpStart] }

    /// Whether custom challenges may follow.
    var allowsChallenges: Bool { !beginsWithPassword || names.contains(ChallengeResult.passwordVerifier) }

    /// Takes a row that is not a custom challenge.
    /// - Returns: why the sign-in ends with it, if it does.
    mutating func take(_ row: ChallengeResult) -> SessionRules.Failure? {
        let name = row.challengeName
        switch name {
        case ChallengeResult.srpStart:
            // Only the client decides to start with SRP, and the row for it is always a right one.
            guard names.isEmpty, !isOver, beginsWithPassword ? row.challengeResult : ignoresSRP else {
                return .srpStart
            }
        case ChallengeResult.passwordVerifier where beginsWithPassword:
            guard asksForPassword else { return .wrongStep }
            guard row.challengeResult else { return .wrongPassword }
        case _ where beginsWithPassword && Self.secondFactors.contains(name):
            guard allowsChallenges, !isOver, !names.contains(name) else { return .wrongStep }
            guard row.challengeResult else { return .wrongSecondFactor }
        default:
            return .unknownChallenge
        }
        names.append(name)
        return nil
    }

    /// Notes that the first custom challenge has been answered.
    mutating func end() { isOver = true }
}

internal import CognitoTriggers
private import SignInRules

/// A code by what it is derived from; the code itself is never kept.
///
/// Cognito calls Create again with the very same event when it got no answer in time, and nothing tells the second call
/// from a first one. So within a window of time every call for one user, client and session makes the same code, unless
/// it has been used.
/// With a table the window begins with the first call, exactly. Without one it begins every 30 seconds by the clock,
/// and a call repeated across such a moment mails a second code; the round can be won with one of the two alone, which
/// is the one that the reply Cognito took had in it.
struct IssuedCode: Equatable {
    /// A digest of user, client and the session's rows before the code was made.
    let context: String
    /// How many rows that were.
    let rowCount: Int
    /// When it was first made, in milliseconds since 1970.
    var issuedAt: Int64
    /// Whether one more code could be sent to the user.
    var isAllowed = true

    /// How long the same call makes the same code, in milliseconds.
    static let window: Int64 = 30_000

    init(context: String, rowCount: Int, issuedAt: Int64) {
        self.context = context
        self.rowCount = rowCount
        self.issuedAt = issuedAt
    }

    /// The code of the round before, if that was lost by a wrong answer and fewer than `limit` rounds had the code.
    init?(ongoingIn round: Round, atMost limit: Int64, of recipient: CodeRecipient, _ key: CodeKey) {
        guard let last = round.session.last, last.challengeName == ChallengeResult.customChallenge,
            !last.challengeResult, let metadata = last.challengeMetadata,
            round.session.count(where: { $0.challengeMetadata == metadata }) < limit
        else { return nil }
        let parts = metadata.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == SignInStep.emailOTP.name, let issuedAt = Int64(parts[1]),
            let rowCount = Int(parts[2]), 0..<round.session.count ~= rowCount, let word = Word(rawValue: parts[3])
        else { return nil }
        self.init(
            context: key.context(of: round.session.prefix(rowCount), in: round, recipient), rowCount: rowCount,
            issuedAt: issuedAt)
        isAllowed = word == .sent
    }

    /// What the rows of the session note of it, behind the method's name. Cognito seals the session, so that no
    /// caller writes these; the code does not follow from them without the key.
    var note: String { "\(issuedAt) \(rowCount) \((isAllowed ? Word.sent : .held).rawValue)" }

    /// Of one length, because the caller sees the session's.
    private enum Word: Substring { case sent, held }
}

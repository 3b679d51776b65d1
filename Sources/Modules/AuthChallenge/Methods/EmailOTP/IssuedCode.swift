internal import CognitoTriggers
private import SignInRules

/// A code, described by what it is derived from. The code itself is never stored.
///
/// Cognito calls Create again with the very same event if it gets no answer in time, and nothing distinguishes the
/// second call from the first. So within a window of time every call for one user, client and session makes the same
/// code, unless it has been used. With a table the window begins exactly with the first call. Without one a window
/// begins every 30 seconds by the clock, and a call that is repeated in the next window mails a second code. Then only
/// one of the two codes wins the round: the one from the reply that Cognito took.
struct IssuedCode: Equatable {
    /// A digest of user, client and the session's rows before the code was made.
    let context: String
    /// How many rows there were.
    let rowCount: Int
    /// When it was first made, in milliseconds since 1970.
    var issuedAt: Int64
    /// Whether the limit of codes allows sending it.
    var isAllowed = true

    /// How long the same call makes the same code, in milliseconds.
    static let window: Int64 = 30_000

    init(context: String, rowCount: Int, issuedAt: Int64) {
        self.context = context
        self.rowCount = rowCount
        self.issuedAt = issuedAt
    }

    /// The code of the round before, if the answer to that round was wrong and fewer than `limit` rounds had the code.
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

    /// The note on the code in the rows of the session, after the method's name. Cognito seals the session, so no
    /// caller can write such a note, and nobody can derive the code from it without the key.
    var note: String { "\(issuedAt) \(rowCount) \((isAllowed ? Word.sent : .held).rawValue)" }

    /// Both words have the same length, because the caller sees the session's length.
    private enum Word: Substring { case sent, held }
}

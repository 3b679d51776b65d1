internal import CognitoTriggers
internal import EmailCodes
private import SignInRules

/// What Create notes about a code in the session's row, after the method's name, so that the next round can go on with
/// it: after a wrong answer the code already mailed stays valid.
///
/// Cognito seals the session, so no caller can write such a note, and nobody can compute the code from it without the
/// key. All notes have the same length, because the caller sees the session's length.
struct CodeNote: Equatable {
    /// Identifies the session in which the code's guesses are counted.
    let session: String
    /// The code's id.
    let code: String
    /// When the code was issued, in milliseconds since 1970.
    let issuedAt: Int64
    /// How the session can be won.
    let state: CodeTicket.State

    init(_ ticket: CodeTicket) {
        (session, code, issuedAt, state) = (ticket.session, ticket.code, ticket.issuedAt, ticket.state)
    }

    /// The note of the round before; Cognito may have asked for a device since.
    ///
    /// It does not matter whether a mail was sent. Otherwise the time that the next round takes would tell: nothing is
    /// ever sent, refused or given back for a name that no user has.
    /// - Returns: nil unless the answer to that round was wrong, and fewer than `limit` rounds have had the code.
    init?(ongoingIn round: Round, atMost limit: Int) {
        guard let last = round.session.last(where: { $0.challengeName == ChallengeResult.customChallenge }),
            !last.challengeResult, let note = last.note, let words = note.words,
            // Another version may have noted the same code with other marks.
            round.session.count(where: { $0.note?.words == words }) < limit
        else { return nil }
        let parts = words.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, note.step == SignInStep.emailOTP.name, let issuedAt = Int64(parts[0]),
            Self.times ~= issuedAt, let state = CodeTicket.State(rawValue: String(parts[3]))
        else { return nil }
        (code, session, self.issuedAt, self.state) = (String(parts[1]), String(parts[2]), issuedAt, state)
    }

    /// Every time with up to thirteen digits: the lifetime can be added to it.
    private static let times: ClosedRange<Int64> = 0...9_999_999_999_999

    /// The note as the row has it.
    var text: String { "\(issuedAt) \(code) \(session) \(state.rawValue)" }
}

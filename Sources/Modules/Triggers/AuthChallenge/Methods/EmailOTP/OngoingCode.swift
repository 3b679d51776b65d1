internal import CognitoTriggers
internal import EmailCodes
private import SignInRules

/// What Create notes about a code in the session's row, after the method's name, so that the next round can go on with
/// it: after a wrong answer the code already mailed stays valid.
///
/// Cognito seals the session, so no caller can write such a note, and nobody can compute the code from it without the
/// key. All notes have the same length, because the caller sees the session's length.
struct OngoingCode: Equatable {
    /// What the session keeps of its code.
    let ticket: CodeTicket

    init(_ ticket: CodeTicket) { self.ticket = ticket }

    /// The note of the round before; Cognito may have asked for a device since.
    ///
    /// It does not matter whether a mail was sent. Otherwise the time that the next round takes would tell: nothing is
    /// ever sent, refused or refunded for a name that no user has.
    /// - Returns: nil unless the answer to that round was wrong, and fewer than `limit` rounds have had the code.
    init?(ongoingIn round: Round, atMost limit: Int) {
        guard let last = round.session.last(where: { $0.challengeName == ChallengeResult.customChallenge }),
            !last.challengeResult, let note = last.note, let words = note.words,
            // The audit log may have been switched on or off since.
            round.session.count(where: { $0.note?.words == words }) < limit
        else { return nil }
        let parts = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, note.step == FlowStep.emailOTP.name, let issuedAt = Int64(parts[0]),
            RoundParameters.times ~= issuedAt
        else { return nil }
        ticket = CodeTicket(session: parts[2], code: parts[1], issuedAt: issuedAt)
    }

    /// The note as the row has it.
    var text: String { "\(ticket.issuedAt) \(ticket.code) \(ticket.session)" }
}

/// What an answer is worth.
package enum CodeVerdict: Equatable, Sendable {
    /// It is the code.
    case right
    /// It is not, for this reason.
    case wrong(CodeRefusal)
}

/// Why an answer is wrong: for log and metrics, never for the caller.
package enum CodeRefusal: Equatable, Sendable {
    /// The answer does not have the form of a code.
    case unusableAnswer
    /// The code has expired.
    case expired
    /// The session has given as many different answers as are judged.
    case tooManyGuesses
    /// The answer is not the code.
    case wrongCode
    /// The code was made with a key that is not known. Nothing has been counted, so the answer may be judged again.
    case unknownKey
    /// No short code was sent for the session.
    case noCode
    /// The code has been used, or a code that was used later has ended it.
    case alreadyUsed
}

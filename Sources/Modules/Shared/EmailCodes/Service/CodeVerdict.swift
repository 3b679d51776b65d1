/// What an answer is worth.
package enum CodeVerdict: Equatable, Sendable {
    /// It is the code.
    case right
    /// It is not, for this reason.
    case wrong(CodeRefusal)
}

/// Why an answer is wrong: for log and metrics, never for the caller. The words are those of `Refusal` for the same.
package enum CodeRefusal: String, Equatable, Sendable {
    /// The answer does not have the form of a code.
    case unusableAnswer = "unusable_answer"
    /// The code has expired.
    case expired
    /// The session has given as many different answers as are judged.
    case tooManyGuesses = "too_many_guesses"
    /// The answer is not the code.
    case wrongCode = "wrong_code"
    /// The code was made with a key that is not known. Nothing has been counted, so the answer may be judged again.
    case unknownKey = "unknown_key"
    /// No short code was sent for the session.
    case noCode = "no_code"
    /// The code has been used, or a code that was used later has ended it.
    case alreadyUsed = "already_used"
}

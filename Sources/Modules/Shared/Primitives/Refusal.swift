/// Why an answer to a challenge is wrong: for log and metrics, never for the caller. Verify and the authenticator use
/// the same words.
package enum Refusal: String, CaseIterable, Error, Equatable, Sendable {
    /// The answer is empty, too long, or holds characters that no token has.
    case unusableAnswer = "unusable_answer"
    /// The round's private parameters do not have the form that Create writes.
    case unreadableRound = "unreadable_round"
    /// The round was made under another flow or token mode: Create and Verify have different settings.
    case otherFlow = "other_flow"
    /// Cognito knows no such user.
    case unknownUser = "unknown_user"
    /// No answer can win the round: the user is blocked or may not enrol, or no short code was mailed for it.
    case closedRound = "closed_round"
    /// The token is not genuine: signature, kind, issuer, audience or form are not right.
    case invalidToken = "invalid_token"
    /// The challenge that a passkey signed is not genuine, of another pool or relying party, or for another caller.
    case invalidChallenge = "invalid_challenge"
    /// The token, or the challenge that a passkey signed, has expired.
    case expired
    /// The token is another user's.
    case wrongUser = "wrong_user"
    /// The token is for another action, or names no action although one is required.
    case wrongAction = "wrong_action"
    /// No factor was presented, or it failed.
    case notSucceeded = "not_succeeded"
    /// The factor is not among the allowed ones.
    case methodNotAllowed = "method_not_allowed"
    /// The proof does not show what is required: a passkey with which the device has verified its user.
    case insufficientAssurance = "insufficient_assurance"
    /// The proof belongs to another round.
    case otherRound = "other_round"
    /// The proof is older than allowed, or of unknown age.
    case tooOld = "too_old"
    /// The code went to an address that is not the user's current one.
    case wrongAddress = "wrong_address"
    /// The code is not the one that was sent to this user at the current address.
    case wrongCode = "wrong_code"
    /// The code was made with a key that is not known.
    case unknownKey = "unknown_key"
    /// The limit of different codes that may be tried is reached.
    case tooManyGuesses = "too_many_guesses"
    /// The proof carries no key by which its use could be remembered.
    case unusableKey = "unusable_key"
    /// The proof or the code has been used in another round.
    case alreadyUsed = "already_used"
    /// The CAPTCHA was solved on a page of a host that is not allowed, or the provider does not name the host.
    case wrongHostname = "wrong_hostname"
    /// The provider's score is below the minimum, or there is no score.
    case lowScore = "low_score"
}

/// A refusal that a wrong setting causes, and no mistake of a user: only an operator can help, so its line in the log is
/// an error.
package enum SetupFault {
    /// The words of all of them, whichever function refuses.
    package static let words: Set<String> = [
        // The app client.
        "foreign_client",
        // The flow, the token mode, or functions of two versions.
        "other_flow", "unreadable_round",
        // The key, or what else a token is made for.
        "invalid_token", "invalid_challenge", "unknown_key", "unusable_key",
        // The relying party and its pages.
        "wrong_relying_party", "unlisted_origin", "framed", "unlisted_top_origin", "wrong_hostname",
    ]

    /// Whether the word of a refusal is among them.
    package static func isOne(_ word: String) -> Bool { words.contains(word) }
}

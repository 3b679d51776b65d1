/// Why an answer is wrong: for log and metrics, never for the caller.
package enum Refusal: String, Error, Equatable, Sendable {
    /// The answer is empty, too long, or holds characters that no token has.
    case unusableAnswer = "unusable_answer"
    /// The round's private parameters are not ones that Create wrote.
    case unreadableRound = "unreadable_round"
    /// Cognito knows no such user.
    case unknownUser = "unknown_user"
    /// The round could not be won from the start: the user is blocked, or may not enrol.
    case closedRound = "closed_round"
    /// The token is not genuine: signature, kind, issuer, audience or form are not right.
    case invalidToken = "invalid_token"
    /// The token's time is over.
    case expired
    /// The token is another user's.
    case wrongUser = "wrong_user"
    /// The token is of another action, or of none where one is demanded.
    case wrongAction = "wrong_action"
    /// No factor was presented, or not successfully.
    case notSucceeded = "not_succeeded"
    /// The factor is not among the allowed ones.
    case methodNotAllowed = "method_not_allowed"
    /// The proof belongs to another round.
    case otherRound = "other_round"
    /// The proof is older than allowed, or of unknown age.
    case tooOld = "too_old"
    /// The code went to an address that is not the user's now.
    case wrongAddress = "wrong_address"
    /// The code is not the one that was sent, or not to the user or address of now.
    case wrongCode = "wrong_code"
    /// As many different codes have been tried as may be.
    case tooManyGuesses = "too_many_guesses"
    /// The proof carries no key by which its use could be remembered.
    case unusableKey = "unusable_key"
    /// The proof or the code has been used in another round.
    case alreadyUsed = "already_used"
    /// The CAPTCHA was solved on a page of another host, or of one that is not named.
    case wrongHostname = "wrong_hostname"
    /// The provider takes the user for a machine more than is allowed, or does not say.
    case lowScore = "low_score"
}

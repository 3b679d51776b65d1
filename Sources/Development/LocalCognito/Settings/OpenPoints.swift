/// What Amazon documents nowhere or contradictorily, and only a real account could settle; each with the choice made
/// here until then.
package struct OpenPoints: Equatable, Sendable {
    /// What an unknown user's event has for `userAttributes`.
    package enum UnknownUserAttributes: CaseIterable, Sendable { case empty, absent, null }
    /// What more than one decision in Define's reply means.
    package enum SeveralDecisions: CaseIterable, Sendable {
        /// Failing comes first, then issuing, then the next challenge.
        case strictestFirst
        /// The reply is invalid.
        case invalid
    }
    /// What a round is like whose caller names another user than the session's.
    package enum UsernameMismatch: CaseIterable, Sendable { case refused, ignored }

    /// The attributes of a user that the pool does not know.
    package var unknownUserAttributes = UnknownUserAttributes.empty
    /// More than one of issuing, failing and a next challenge at once.
    package var severalDecisions = SeveralDecisions.strictestFirst
    /// The `USERNAME` of an answer that is not the session's user.
    package var usernameMismatch = UsernameMismatch.refused
    /// Whether a reply may change or add a value outside `response`, as long as nothing is missing.
    package var allowsChangedEnvelope = false
    /// Whether a reply may add members that are null, as encoders of typed events do.
    package var allowsAddedNulls = false
    /// The rounds that stand in the session after a right password, passed without being asked: `SOFTWARE_TOKEN_MFA`
    /// where Cognito puts a second factor between SRP and Define. The pool itself has none.
    package var roundsAfterPassword: [String] = []
    /// How often a trigger that takes too long is tried, in all.
    package var attemptsOnTimeout = 3
    /// Whether Post Confirmation runs for an account that Pre Sign-up confirmed.
    package var confirmsAfterPreSignUp = true
    /// Whether a client that allows custom authentication alone may start it with SRP.
    package var allowsSRPStart = true
    /// The error for a challenge that does not fit the longest session.
    package var sessionTooLongError = PoolError(
        .invalidLambdaResponse, "The challenge does not fit a session of 2048 characters.")

    /// The choices made here.
    package init() {}
}

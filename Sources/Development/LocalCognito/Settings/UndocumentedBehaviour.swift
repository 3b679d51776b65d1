/// Behaviour of Cognito that Amazon does not document, or documents in contradictory ways. Only a test against a real
/// account could settle these points; until then, each default is the choice made here.
package struct UndocumentedBehaviour: Equatable, Sendable {
    /// The value of `userAttributes` in an unknown user's event.
    package enum UnknownUserAttributes: CaseIterable, Sendable { case empty, absent, null }
    /// The meaning of several decisions in one reply of Define.
    package enum SeveralDecisions: CaseIterable, Sendable {
        /// Failing takes precedence over issuing tokens, and both take precedence over the next challenge.
        case strictestFirst
        /// The reply is invalid.
        case invalid
    }
    /// What happens if `USERNAME` of an answer is not the session's user.
    package enum UsernameMismatch: CaseIterable, Sendable { case refused, ignored }

    /// What the triggers see as attributes of an unknown user.
    package var unknownUserAttributes = UnknownUserAttributes.empty
    /// What it means if a reply of Define fails, issues tokens or names a challenge at the same time.
    package var severalDecisions = SeveralDecisions.strictestFirst
    /// Whether an answer for another user than the session's is refused.
    package var usernameMismatch = UsernameMismatch.refused
    /// Whether a reply may change or add a value outside `response`, as long as nothing is missing.
    package var allowsChangedEnvelope = false
    /// Whether a reply may add members that are null, as encoders of typed events do.
    package var allowsAddedNulls = false
    /// The rounds that the session shows as passed after a right password, although the user was not asked. With a
    /// second factor between SRP and Define, Cognito would add `SOFTWARE_TOKEN_MFA`; this pool has no second factor.
    package var roundsAfterPassword: [String] = []
    /// How many times in all the pool calls a trigger that times out.
    package var attemptsOnTimeout = 3
    /// Whether Post Confirmation runs for an account that Pre Sign-up confirmed.
    package var confirmsAfterPreSignUp = true
    /// Whether a client that allows only custom authentication may start it with SRP.
    package var allowsSRPStart = true
    /// The error for a forgotten password that only an administrator can reset.
    package var noRecoveryError = PoolError(.notAuthorized, "Contact administrator to reset password.")
    /// The error for a challenge that does not fit in the longest session that a call can carry.
    package var sessionTooLongError = PoolError(
        .invalidLambdaResponse,
        "The challenge does not fit in a session of \(ServiceModel.cognito.lengths(of: "SessionType").upperBound) characters."
    )

    /// The choices made here.
    package init() {}
}

package import CognitoTriggers
package import LambdaRuntime

/// The sign-in as a sequence of rounds: decides from all of them what comes next.
///
/// The flow is one custom challenge, which may be tried `maximumAttempts` times.
package struct SignInFlow: Equatable, Sendable {
    /// What a start with SRP is worth.
    package enum SRPStart: String, CaseIterable, Sendable {
        /// It ends the sign-in.
        case refuse
        /// It is treated as a plain start, for old iOS clients, which always send it. It never proves anything.
        case ignore
    }

    /// How many answers a session may give.
    package let maximumAttempts: Int
    /// What a start with SRP is worth.
    package let srpStart: SRPStart

    /// A flow with those rules.
    package init(maximumAttempts: Int = 3, srpStart: SRPStart = .refuse) {
        self.maximumAttempts = maximumAttempts
        self.srpStart = srpStart
    }

    /// Reads `MAX_ATTEMPTS` and `SRP_START`.
    package init(_ settings: Settings) throws(FunctionError) {
        maximumAttempts = Int(try settings.integer("MAX_ATTEMPTS", in: 1...10, default: 3))
        srpStart = try settings.choice("SRP_START", default: .refuse)
    }

    /// What comes next, and for a failure why.
    package enum Decision: Equatable, Sendable {
        case issueTokens
        case challenge
        case fail(Failure)
    }

    /// Why a sign-in is over.
    package enum Failure: String, Equatable, Sendable {
        /// The session began with SRP, which this flow does not.
        case srpStart = "srp_start"
        /// A row is of a challenge that this flow never sets.
        case unknownChallenge = "unknown_challenge"
        /// There are more answers than the cap allows, or as many and the last is wrong.
        case tooManyAttempts = "too_many_attempts"
        /// A row follows a right answer, which ends every session of ours.
        case rowAfterSuccess = "row_after_success"
        /// Cognito knows no such user, yet an answer counts as right.
        case unknownUser = "unknown_user"
        /// The app client is not one of those this deployment serves.
        case foreignClient = "foreign_client"
    }

    /// Walks all rows of a session: only a right answer to our own challenge, within the cap, earns tokens.
    package func decide(_ session: [ChallengeResult], user: TriggerUser) -> Decision {
        var attempts = 0
        var isProven = false
        for (index, row) in session.enumerated() {
            if isProven { return .fail(.rowAfterSuccess) }
            switch row.challengeName {
            case ChallengeResult.customChallenge:
                attempts += 1
                // The cap comes before the answer: a fourth answer is worth nothing, however right.
                guard attempts <= maximumAttempts else { return .fail(.tooManyAttempts) }
                isProven = row.challengeResult
            case ChallengeResult.srpStart:
                guard index == 0, srpStart == .ignore else { return .fail(.srpStart) }
            default:
                return .fail(.unknownChallenge)
            }
        }
        if isProven { return user.isNotFound ? .fail(.unknownUser) : .issueTokens }
        return attempts < maximumAttempts ? .challenge : .fail(.tooManyAttempts)
    }
}

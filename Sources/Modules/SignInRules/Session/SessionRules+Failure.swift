extension SessionRules {
    /// Why a sign-in is over: for log and metrics, never for the caller.
    package enum Failure: String, CaseIterable, Equatable, Sendable {
        /// The session began with SRP, which this flow does not, or SRP began at another place than the start.
        case srpStart = "srp_start"
        /// The flow begins with the password, and the session without it.
        case noPassword = "no_password"
        /// The password is wrong.
        case wrongPassword = "wrong_password"
        /// The second factor, or the device, that Cognito asked for after the password is wrong.
        case wrongSecondFactor = "wrong_second_factor"
        /// A row is of a challenge that this flow never sets.
        case unknownChallenge = "unknown_challenge"
        /// A row is of another step than the one that was due.
        case wrongStep = "wrong_step"
        /// There are more answers to a step than the cap allows, or as many and the last is wrong.
        case tooManyAttempts = "too_many_attempts"
        /// A row follows the right answer to the last step, which ends every session of ours.
        case rowAfterSuccess = "row_after_success"
        /// Cognito knows no such user, yet every answer counts as right.
        case unknownUser = "unknown_user"
        /// The app client is not one of those this deployment serves.
        case foreignClient = "foreign_client"
    }
}

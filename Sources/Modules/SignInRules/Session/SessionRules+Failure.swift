extension SessionRules {
    /// Why a sign-in is over: for log and metrics, never for the caller.
    package enum Failure: String, CaseIterable, Equatable, Sendable {
        /// The session began with SRP although the flow does not, or SRP came later than at the start.
        case srpStart = "srp_start"
        /// The flow begins with the password, but the session does not.
        case noPassword = "no_password"
        /// The password is wrong.
        case wrongPassword = "wrong_password"
        /// The second factor that Cognito asked for after the password is wrong.
        case wrongSecondFactor = "wrong_second_factor"
        /// The device is not the remembered one that it claims to be.
        case wrongDevice = "wrong_device"
        /// A row belongs to a challenge that this flow never sets.
        case unknownChallenge = "unknown_challenge"
        /// A row belongs to another step than the one that was due.
        case wrongStep = "wrong_step"
        /// A step has more answers than the cap allows, or the last answer allowed is wrong.
        case tooManyAttempts = "too_many_attempts"
        /// A row follows the right answer to the last step, which always ends a session.
        case rowAfterSuccess = "row_after_success"
        /// A round was made under another flow than Define's: the functions have different `SIGN_IN_FLOW`s.
        case otherFlow = "other_flow"
        /// Cognito knows no such user, although every answer was judged right.
        case unknownUser = "unknown_user"
        /// The app client is not one of those this deployment serves.
        case foreignClient = "foreign_client"
    }
}

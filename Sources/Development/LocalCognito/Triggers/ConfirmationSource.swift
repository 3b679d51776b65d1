/// What was confirmed (`triggerSource` of Post Confirmation).
enum ConfirmationSource: String, Sendable {
    case signUp = "PostConfirmation_ConfirmSignUp"
    /// A user who had forgotten the password has set a new one.
    case forgotPassword = "PostConfirmation_ConfirmForgotPassword"
}

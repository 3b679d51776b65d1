internal import LocalCognito

extension StackSettings {
    /// The steps of a sign-in in order (`SIGN_IN_FLOW`), as `template.yaml` offers them.
    package enum Flow: String, CaseIterable, Sendable {
        case resultToken = "RESULT_TOKEN"
        case emailOTP = "EMAIL_OTP"
        case passwordThenResultToken = "PASSWORD,RESULT_TOKEN"
        case passwordThenEmailOTP = "PASSWORD,EMAIL_OTP"
        case captchaThenResultToken = "CAPTCHA,RESULT_TOKEN"
        case captchaThenEmailOTP = "CAPTCHA,EMAIL_OTP"
        case passwordThenCaptchaThenResultToken = "PASSWORD,CAPTCHA,RESULT_TOKEN"
        case passwordThenCaptchaThenEmailOTP = "PASSWORD,CAPTCHA,EMAIL_OTP"

        /// Whether the password is its first step.
        package var hasPassword: Bool { has("PASSWORD") }
        /// Whether a CAPTCHA is a step.
        package var hasCaptcha: Bool { has("CAPTCHA") }
        /// Whether the functions send the codes themselves and no tokens are involved.
        var sendsCodes: Bool { has("EMAIL_OTP") }

        private func has(_ step: Substring) -> Bool { rawValue.split(separator: ",").contains(step) }
    }

    /// Whether the functions have a state table (`STATE_TABLE`).
    package enum StateTable: String, CaseIterable, Sendable { case on, off }

    /// Whether an ID token answers a round. A flow without tokens has no use for the token mode.
    var takesIDTokens: Bool { tokenMode == .oidc && !flow.sendsCodes }

    /// Whether the functions or the authenticator send emails, as in `template.yaml`.
    var sendsEmails: Bool { flow.sendsCodes || tokenMode == .signed }
}

/// A step that a flow may name: a kind of custom challenge.
///
/// Define has to know the steps without the code that makes and judges their challenges, so that its executable needs
/// neither cryptography nor outbound calls.
package struct SignInStep: Equatable, Sendable {
    /// The step's name in `SIGN_IN_FLOW`, in parameters and in metadata. The initials of its words, which stand for it in
    /// a `FlowCode`, are those of no other step.
    package let name: String
    /// Whether a right answer shows who the user is. The answer to a CAPTCHA does not.
    package let provesIdentity: Bool

    /// A step of that name.
    package init(_ name: String, provesIdentity: Bool) {
        self.name = name
        self.provesIdentity = provesIdentity
    }
}

extension SignInStep {
    /// A result token, for which the app proves a passkey or an emailed code elsewhere.
    package static let resultToken = SignInStep("RESULT_TOKEN", provesIdentity: true)
    /// A code that this deployment emails.
    package static let emailOTP = SignInStep("EMAIL_OTP", provesIdentity: true)
    /// A CAPTCHA.
    package static let captcha = SignInStep("CAPTCHA", provesIdentity: false)

    /// Every step this product knows. A new challenge method is one line here and one in `ChallengeMethods.registered`.
    package static let all = [resultToken, emailOTP, captcha]
}

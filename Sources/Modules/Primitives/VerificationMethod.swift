/// How a user proved who they are, under Authsignal's name. The set is open: new methods appear without notice.
package struct VerificationMethod: RawRepresentable, Hashable, Sendable {
    /// Authsignal's name, such as `PASSKEY`.
    package let rawValue: String

    /// A method of that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A passkey (WebAuthn).
    package static let passkey = VerificationMethod(rawValue: "PASSKEY")
    /// A one-time code sent by email.
    package static let emailOTP = VerificationMethod(rawValue: "EMAIL_OTP")
}

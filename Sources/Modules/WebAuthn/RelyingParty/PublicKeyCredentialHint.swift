/// What kind of authenticator the person is likely to use, for the client's dialog (WebAuthn section 5.8.7). The raw value
/// is the one in the options. Hints restrict nothing.
package enum PublicKeyCredentialHint: String, Sendable, CaseIterable {
    /// A security key.
    case securityKey = "security-key"
    /// The device that the person is using.
    case clientDevice = "client-device"
    /// Another device, such as a phone.
    case hybrid
}

/// A factor with which a choice-based sign-in may begin (`AllowedFirstAuthFactors`).
package enum FirstFactor: String, CaseIterable, Sendable {
    /// The password, sent or proven with SRP.
    case password = "PASSWORD"
    /// A passkey that Cognito keeps.
    case webAuthn = "WEB_AUTHN"
}

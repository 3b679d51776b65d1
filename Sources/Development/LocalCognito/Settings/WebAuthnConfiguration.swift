/// A pool's settings for passkeys of its own (`WebAuthnConfiguration`).
package struct WebAuthnConfiguration: Equatable, Sendable {
    /// Whether the authenticator must verify the person.
    package enum Verification: String, CaseIterable, Sendable {
        case required
        case preferred
    }

    /// Whether a passkey counts as one factor or as several.
    package enum Factors: String, CaseIterable, Sendable {
        case single = "SINGLE_FACTOR"
        case several = "MULTI_FACTOR_WITH_USER_VERIFICATION"
    }

    /// The domain that passkeys belong to; nil if none is set, so that no passkey can be created.
    package var relyingPartyID: String?
    /// Whether the authenticator must verify the person.
    package var userVerification = Verification.preferred
    /// What a passkey counts as; nil for one factor.
    package var factors: Factors?

    /// The settings with a domain.
    package init(relyingPartyID: String? = nil) { self.relyingPartyID = relyingPartyID }
}

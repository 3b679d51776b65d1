package import WebAuthn

/// The settings of a provider.
package struct ProviderSettings: Sendable {
    /// Its issuer identifier, with a slash at the end.
    package let issuer: String
    /// The client ids of the apps that may use it.
    package let clientIDs: Set<String>
    /// The relying party of its passkeys.
    package let relyingParty: RelyingParty

    /// Settings for a provider whose passkeys have the properties that Auth0's options ask for.
    ///
    /// - Parameters:
    ///   - relyingPartyID: the domain to which passkeys are scoped.
    ///   - origins: where passkeys may be used.
    /// - Throws: `ConfigurationError`.
    package init(
        issuer: String, clientIDs: Set<String>, relyingPartyID: String, origins: [Origin]
    ) throws(ConfigurationError) {
        self.issuer = issuer
        self.clientIDs = clientIDs
        relyingParty = try RelyingParty(
            id: relyingPartyID, name: relyingPartyID, origins: origins, userVerification: .preferred,
            algorithms: [.edDSA, .es256, .rs256])
    }

    /// The audience of access tokens for the bearer's own account.
    var accountAudience: String { issuer + "me/" }
}

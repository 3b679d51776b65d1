package import WebAuthn

/// How a provider is set up.
package struct ProviderSettings: Sendable {
    /// Its issuer identifier, with a slash at the end.
    package let issuer: String
    /// The ids of the apps that may use it.
    package let clientIDs: Set<String>
    /// What its passkeys are scoped to.
    package let relyingParty: RelyingParty

    /// A provider with passkeys of the kind that Auth0's options ask for.
    ///
    /// - Parameters:
    ///   - relyingPartyID: the domain that passkeys are scoped to.
    ///   - origins: where they may be used.
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

    /// The audience of tokens for the bearer's own account.
    var accountAudience: String { issuer + "me/" }
}

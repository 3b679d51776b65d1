package import WebAuthn

/// The settings of a provider.
package struct ProviderSettings: Sendable {
    /// Its issuer identifier, with a slash at the end.
    package let issuer: String
    /// The client ids of the apps that may use it.
    package let clientIDs: Set<String>
    /// The relying party of its passkeys.
    package let relyingParty: RelyingParty
    /// The names of the directories of users, which Auth0 calls database connections. The first is the default.
    package var realms = ["Username-Password-Authentication"]
    /// What people may sign up with.
    package var identifiers = Set(IdentifierKind.allCases)
    /// The identifiers that people prove with a code when they sign up.
    package var verifiedIdentifiers: Set<IdentifierKind> = []
    /// The identifiers of the APIs for which apps may ask for access tokens.
    package var audiences: Set<String> = []

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

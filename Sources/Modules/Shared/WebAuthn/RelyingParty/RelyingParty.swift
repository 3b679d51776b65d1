/// A relying party: its names, and what it requires of every ceremony.
package struct RelyingParty: Sendable {
    /// The domain to which credentials are scoped.
    package let id: String
    /// The name that people see.
    package let name: String
    /// The origins where ceremonies may take place.
    package let origins: [Origin]
    /// The outermost pages in whose frames ceremonies may take place (sections 7.1 and 7.2); empty to refuse frames.
    package let topOrigins: [Origin]
    /// Whether the authenticator must verify the person.
    package let userVerification: UserVerification
    /// The algorithms that new credentials may have, the preferred one first.
    package let algorithms: [COSEAlgorithm]
    /// Which attestations are accepted.
    package let attestation: AttestationPolicy

    /// A relying party.
    ///
    /// - Throws: `ConfigurationError`.
    package init(
        id: String, name: String, origins: [Origin], topOrigins: [Origin] = [],
        userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = [.es256, .edDSA, .es384, .rs256], attestation: AttestationPolicy = .unattested
    ) throws(ConfigurationError) {
        guard DomainName.isValid(id) else { throw .invalidRelyingPartyID }
        guard !origins.isEmpty else { throw .noOrigin }
        guard !algorithms.isEmpty else { throw .noAlgorithm }
        self.id = id
        self.name = name
        self.origins = origins
        self.topOrigins = topOrigins
        self.userVerification = userVerification
        self.algorithms = algorithms
        self.attestation = attestation
    }
}

/// Whether an authenticator must verify the person (WebAuthn section 5.8.6). The raw value is the one in the options.
package enum UserVerification: String, Sendable, CaseIterable {
    /// It must, or the ceremony fails.
    case required
    /// It should.
    case preferred
}

/// What kind of authenticator the person is likely to use, for the client's dialog (WebAuthn section 5.8.7). The raw
/// value is the one in the options. Hints restrict nothing.
package enum PublicKeyCredentialHint: String, Sendable, CaseIterable {
    /// A security key.
    case securityKey = "security-key"
    /// The device that the person is using.
    case clientDevice = "client-device"
    /// Another device, such as a phone.
    case hybrid
}

/// How the client asks the person before it creates a credential (Credential Management section 2.3.2). The raw value
/// is what a page passes to `navigator.credentials.create` as `mediation`, beside the options.
///
/// It is fixed when the options are issued, and kept with the challenge, so that a client cannot later claim that its
/// ceremony needed no person.
package enum CreationMediation: String, Sendable, CaseIterable {
    /// It shows a dialog.
    case optional
    /// It does not ask: the person has just signed in another way, and the password manager that filled in the password
    /// creates a passkey without a dialog. No person is present or verified, so the credential does not prove anything
    /// about the person until it is used.
    case conditional
}

/// Why a relying party's configuration is invalid.
package enum ConfigurationError: Error, Equatable, Sendable {
    /// The text is not a domain name in lower case.
    case invalidRelyingPartyID
    /// The text is not an origin in the form that clients write.
    case invalidOrigin(String)
    /// No origin is configured.
    case noOrigin
    /// No algorithm is configured.
    case noAlgorithm
    /// Related origins have more labels than clients read.
    case tooManyLabels([String])
}

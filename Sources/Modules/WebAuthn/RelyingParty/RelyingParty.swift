/// A relying party: its names, and what it requires of every ceremony.
package struct RelyingParty: Sendable {
    /// The domain to which credentials are scoped.
    package let id: String
    /// The name that people see.
    package let name: String
    /// The origins where ceremonies may take place.
    package let origins: [Origin]
    /// Whether ceremonies may take place in frames of other sites' pages.
    package let framing: FramingPolicy
    /// Whether the authenticator must verify the person.
    package let userVerification: UserVerification
    /// The algorithms that new credentials may have, the preferred one first.
    package let algorithms: [COSEAlgorithm]
    /// Which attestations are accepted.
    package let attestation: AttestationPolicy
    /// Which user handles identify a user.
    package let userHandles: UserHandlePolicy
    /// What follows from a sign count that did not grow.
    package let signCounts: SignCountPolicy

    /// A relying party.
    ///
    /// - Throws: `ConfigurationError`.
    package init(
        id: String, name: String, origins: [Origin], framing: FramingPolicy = .refused,
        userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = [.es256, .edDSA, .es384, .rs256], attestation: AttestationPolicy = .unattested,
        userHandles: UserHandlePolicy = .exact, signCounts: SignCountPolicy = .report
    ) throws(ConfigurationError) {
        guard DomainName.isValid(id) else { throw .invalidRelyingPartyID }
        guard !origins.isEmpty else { throw .noOrigin }
        guard !algorithms.isEmpty else { throw .noAlgorithm }
        self.id = id
        self.name = name
        self.origins = origins
        self.framing = framing
        self.userVerification = userVerification
        self.algorithms = algorithms
        self.attestation = attestation
        self.userHandles = userHandles
        self.signCounts = signCounts
    }
}

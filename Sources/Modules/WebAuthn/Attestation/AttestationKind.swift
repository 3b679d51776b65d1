/// What an attestation proves about the authenticator.
package enum AttestationKind: Sendable, Hashable, CaseIterable {
    /// Nothing: format `none`.
    case none
    /// Nothing but that the authenticator holds the credential's key: format `packed` without certificates.
    case selfAttested
    /// A certificate's key signed the registration, and no roots are configured to judge the certificate by.
    case unanchored
    /// A certificate's key signed the registration, and the certificate leads to a configured root.
    case anchored
    /// Nothing: the statement is of a format that is not verified here.
    case unverified
}

/// The outcome of looking at an attestation statement.
package struct Attestation: Sendable, Equatable {
    /// The format identifier, as in the attestation object.
    package let format: String
    /// What it proves.
    package let kind: AttestationKind

    /// An outcome.
    package init(format: String, kind: AttestationKind) {
        self.format = format
        self.kind = kind
    }
}

private import Primitives

/// What an attestation proves about the authenticator.
package enum AttestationKind: Sendable, Hashable, CaseIterable {
    /// Nothing: the format is `none`, or this module does not verify the format or the certificate's algorithm.
    case none
    /// Only that the authenticator holds the credential's key: format `packed` without certificates.
    case selfAttested
    /// A certificate's key signed the registration, but no roots are configured against which to check the certificate.
    case unanchored
    /// A certificate's key signed the registration, and the certificate leads to a configured root.
    case anchored
}

/// The result of verifying an attestation statement.
package struct Attestation: Sendable, Equatable {
    /// The format identifier, as in the attestation object.
    package let format: String
    /// What it proves.
    package let kind: AttestationKind

    /// A result.
    package init(format: String, kind: AttestationKind) {
        self.format = format
        self.kind = kind
    }

    /// Whether the AAGUID is proven: the key of a certificate that leads to a configured root has signed it. U2F
    /// statements do not cover it (section 8.6).
    package var provesModel: Bool { kind == .anchored && format.hasSameBytes(as: "packed") }
}

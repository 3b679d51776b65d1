package import OpenSSLCrypto
private import Primitives

/// Which attestations a relying party accepts (WebAuthn section 7.1 steps 24 and 25).
package struct AttestationPolicy: Sendable {
    /// The kinds accepted. An invalid statement is always refused. A statement that cannot be verified here, because of
    /// its format or its certificate's algorithm, counts as none.
    package let accepted: Set<AttestationKind>
    /// The certificates that attestation certificates must lead to. If empty, certificate chains are not checked.
    package let roots: [Certificate]
    /// The models accepted; nil for any.
    package let models: Set<AAGUID>?

    /// A policy of the given kinds and roots, for any model.
    package init(accepted: Set<AttestationKind>, roots: [Certificate] = []) {
        self.accepted = accepted
        self.roots = roots
        models = nil
    }

    /// Accepts every kind. It is for relying parties that do not care which authenticators their users have.
    package static let unattested = AttestationPolicy(accepted: Set(AttestationKind.allCases))

    /// Accepts only authenticators whose certificate leads to one of the roots.
    ///
    /// - Parameter models: the models accepted; nil for any.
    /// - Throws: `noRoot`, because an AAGUID that no root vouches for is the client's word;
    ///   `invalidModels` if the set is empty or contains the id of an unknown model.
    package init(anchoredIn roots: [Certificate], models: Set<AAGUID>? = nil) throws(AttestationPolicyError) {
        guard !roots.isEmpty else { throw .noRoot }
        guard models.map({ !$0.isEmpty && !$0.contains(where: \.isUnknown) }) ?? true else { throw .invalidModels }
        accepted = [.anchored]
        self.roots = roots
        self.models = models
    }

    /// The formats to ask clients for, the preferred one first; empty if attestation is not needed. A U2F authenticator
    /// does not sign its model.
    var formats: [String] {
        guard !roots.isEmpty else { return [] }
        return models == nil ? ["packed", "fido-u2f"] : ["packed"]
    }
}

/// Why a policy cannot be made.
package enum AttestationPolicyError: Error, Equatable, Sendable {
    /// Attestation is demanded without a root to check it against.
    case noRoot
    /// No model of authenticator is accepted, or an unknown one is.
    case invalidModels
}

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

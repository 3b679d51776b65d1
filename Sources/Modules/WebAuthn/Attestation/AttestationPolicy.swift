package import OpenSSLCrypto

/// Which attestations a relying party accepts (WebAuthn section 7.1 steps 24 and 25).
package struct AttestationPolicy: Sendable {
    /// The kinds accepted. An invalid statement is always refused.
    package let accepted: Set<AttestationKind>
    /// The certificates that attestation certificates must lead to. If empty, certificate chains are not checked.
    package let roots: [Certificate]

    /// A policy of the given kinds and roots.
    package init(accepted: Set<AttestationKind>, roots: [Certificate] = []) {
        self.accepted = accepted
        self.roots = roots
    }

    /// Accepts every kind. It is for relying parties that do not care which authenticators their users have.
    package static let unattested = AttestationPolicy(accepted: Set(AttestationKind.allCases))

    /// Accepts only authenticators whose certificate leads to one of the roots.
    package static func anchored(in roots: [Certificate]) -> AttestationPolicy {
        AttestationPolicy(accepted: [.anchored], roots: roots)
    }
}

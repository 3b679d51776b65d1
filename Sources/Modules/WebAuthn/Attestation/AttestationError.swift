/// Why an attestation object is refused (WebAuthn sections 6.5.4 and 8).
package enum AttestationError: Error, Equatable, Sendable {
    // The object.

    /// The bytes are not canonical CBOR.
    case malformed(CBORError)
    /// The item is no map.
    case notAMap
    /// The named member is absent or has a wrong type.
    case invalidMember(String)
    /// `fmt` is no format identifier (section 8.1).
    case invalidFormat

    // The statement.

    /// The statement does not have exactly the members of its format, with their types.
    case malformedStatement
    /// A signature is of an algorithm not accepted here.
    case unsupportedAlgorithm(Int64)
    /// The algorithm of a self attestation is not the credential's (section 8.2).
    case wrongAlgorithm
    /// The credential is not one of U2F: its key is not for ES256 (section 8.6).
    case wrongCredentialKey
    /// The signature does not cover this registration, or is of another key.
    case invalidSignature

    // The certificate.

    /// Bytes are no X.509 certificate.
    case invalidCertificate
    /// A U2F statement does not hold exactly one certificate.
    case wrongCertificateCount
    /// The certificate's public key is of a kind not accepted, or not the signature algorithm's.
    case wrongCertificateKey
    /// The certificate is not of version 3 (section 8.2.1).
    case wrongCertificateVersion
    /// The subject of the certificate is not that of an attestation certificate (section 8.2.1).
    case wrongCertificateSubject
    /// The certificate is one of an authority, or does not say that it is not (section 8.2.1).
    case authorityCertificate
    /// The certificate's AAGUID extension is critical, there twice, or not 16 bytes in an octet string (section 8.2.1).
    case malformedAAGUIDExtension
    /// The certificate is for another model of authenticator than the authenticator data names.
    case wrongAAGUID
    /// The certificate is not yet or no longer valid.
    case certificateOutsideValidity
    /// The certificates lead to none of the configured roots.
    case untrustedChain

    // Policy.

    /// The attestation is right, but the policy does not accept its kind.
    case notAccepted(AttestationKind)
}

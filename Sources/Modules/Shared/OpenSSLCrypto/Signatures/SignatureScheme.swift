/// A way to sign: the kind of key, the hash and the encoding of the signature, chosen together.
///
/// A scheme with another hash or curve becomes another case. Only `hash`, `keyKind` and `rawNumberLength` distinguish
/// the cases.
package enum SignatureScheme: Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 8.2); the signature is as long as the modulus.
    case rsaPKCS1SHA256
    /// ECDSA on P-256 with SHA-256, the signature being r and s of 32 bytes each (RFC 7518 section 3.4).
    case ecdsaP256SHA256
    /// ECDSA on P-256 with SHA-256, the signature being a DER sequence (WebAuthn section 6.5.5).
    case ecdsaP256SHA256DER
    /// ECDSA on P-384 with SHA-384, the signature being a DER sequence (WebAuthn section 6.5.5).
    case ecdsaP384SHA384DER
    /// Ed25519 (RFC 8032); the signature is 64 bytes long.
    case ed25519

    /// The kind of key the scheme needs.
    package var keyKind: KeyKind {
        switch self {
        case .rsaPKCS1SHA256: .rsa
        case .ecdsaP256SHA256, .ecdsaP256SHA256DER: .p256
        case .ecdsaP384SHA384DER: .p384
        case .ed25519: .ed25519
        }
    }
}

/// The kinds of asymmetric keys.
package enum KeyKind: Sendable, CaseIterable {
    /// RSA with a modulus of 2048 to 8192 bits.
    case rsa
    /// An elliptic-curve key on P-256.
    case p256
    /// An elliptic-curve key on P-384.
    case p384
    /// An Ed25519 key.
    case ed25519
}

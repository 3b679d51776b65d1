/// The numbers a public key is made of, big-endian.
package enum PublicKeyComponents: Sendable, Equatable {
    /// An RSA key of 2048 to 8192 bits; the exponent is odd, at least 65537 (FIPS 186-5 section 5.4) and less than
    /// 2^32. Both numbers may begin with zeros.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point on P-256, 32 bytes for each coordinate.
    case p256(x: [UInt8], y: [UInt8])
    /// A point on P-384, 48 bytes for each coordinate.
    case p384(x: [UInt8], y: [UInt8])
    /// The 32 bytes of an Ed25519 key (RFC 8032 section 5.1.5).
    case ed25519([UInt8])

    /// The kind of key that these numbers make.
    package var kind: KeyKind {
        switch self {
        case .rsa: .rsa
        case .p256: .p256
        case .p384: .p384
        case .ed25519: .ed25519
        }
    }
}

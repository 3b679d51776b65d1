/// The numbers a public key is made of, big-endian.
package enum PublicKeyComponents: Sendable, Equatable {
    /// An RSA key of 2048 to 8192 bits; the exponent is odd, at least 65537 (FIPS 186-5 section 5.4) and less than
    /// 2^32. Leading zeros are allowed.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point on P-256, 32 bytes for each coordinate.
    case p256(x: [UInt8], y: [UInt8])
    /// A point on P-384, 48 bytes for each coordinate.
    case p384(x: [UInt8], y: [UInt8])
    /// The 32 bytes of an Ed25519 key (RFC 8032 section 5.1.5).
    case ed25519([UInt8])

    /// The kind of key these make.
    package var kind: KeyKind {
        switch self {
        case .rsa: .rsa
        case .p256: .p256
        case .p384: .p384
        case .ed25519: .ed25519
        }
    }
}

/// The numbers a private key is made of, big-endian.
package enum PrivateKeyComponents: Sendable {
    /// An RSA key.
    case rsa(RSAPrivateNumbers)
    /// The scalar of a P-256 key, 32 bytes.
    case p256(scalar: [UInt8])
    /// The 32-byte seed of an Ed25519 key.
    case ed25519(seed: [UInt8])
}

/// The numbers of an RSA private key with two primes, as in RFC 8017 appendix A.1.2.
package struct RSAPrivateNumbers: Sendable {
    let inOrder: [[UInt8]]

    /// The numbers under the names they have in a JWK (RFC 7518 section 6.3).
    package init(
        n: [UInt8], e: [UInt8], d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]
    ) {
        inOrder = [n, e, d, p, q, dp, dq, qi]
    }
}

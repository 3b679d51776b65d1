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

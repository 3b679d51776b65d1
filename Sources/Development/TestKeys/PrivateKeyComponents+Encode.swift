internal import COpenSSL
internal import OpenSSLCrypto

extension PrivateKeyComponents {
    /// The order of the base point of P-256 (FIPS 186-4 appendix D.1.2.3): a scalar must be smaller, and OpenSSL does
    /// not check that.
    private static let p256Order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// `secp256r1`, the curve P-256 (RFC 5480 section 2.1.1.1).
    private static let p256 = DERBuilder.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    /// `id-Ed25519` (RFC 8410 section 3).
    private static let ed25519 = DERBuilder.element(0x06, [0x2B, 0x65, 0x70])

    /// OpenSSL's number for the kind of key, and the bytes OpenSSL reads it from.
    ///
    /// - Throws: `invalidKey` for numbers of a wrong length and for a scalar that is not a key.
    func encoded() throws(CryptoError) -> (type: Int32, bytes: [UInt8]) {
        switch self {
        case .rsa(let numbers):
            // RSAPrivateKey (RFC 8017 appendix A.1.2), version 0.
            return (EVP_PKEY_RSA, DERBuilder.sequence(([[0]] + numbers.inOrder).map(DERBuilder.integer)))
        case .p256(let scalar):
            guard scalar.count == 32, scalar.contains(where: { $0 != 0 }),
                scalar.lexicographicallyPrecedes(Self.p256Order)
            else { throw .invalidKey }
            // ECPrivateKey (RFC 5915 section 3), version 1; OpenSSL computes the public point.
            let key = DERBuilder.sequence([
                DERBuilder.integer([1]), DERBuilder.octetString(scalar), DERBuilder.element(0xA0, Self.p256),
            ])
            return (EVP_PKEY_EC, key)
        case .ed25519(let seed):
            guard seed.count == 32 else { throw .invalidKey }
            // OneAsymmetricKey (RFC 8410 section 7), version 0.
            let key = DERBuilder.octetString(DERBuilder.octetString(seed))
            return (
                EVP_PKEY_ED25519,
                DERBuilder.sequence([DERBuilder.integer([0]), DERBuilder.sequence([Self.ed25519]), key])
            )
        }
    }
}

internal import COpenSSL

extension PrivateKeyComponents {
    /// The order of the base point of P-256 (FIPS 186-4 appendix D.1.2.3): a scalar is smaller, which OpenSSL does not
    /// check.
    private static let p256Order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The kind, OpenSSL's number for it, and the bytes OpenSSL reads it from.
    func encoded() throws(CryptoError) -> (kind: KeyKind, type: Int32, bytes: [UInt8]) {
        switch self {
        case .rsa(let numbers):
            // RSAPrivateKey (RFC 8017 appendix A.1.2), version 0.
            let integers = ([[0]] + numbers.inOrder).map(DER.integer)
            return (.rsa, EVP_PKEY_RSA, DER.element(0x30, Array(integers.joined())))
        case .p256(let scalar):
            guard scalar.count == 32, scalar.contains(where: { $0 != 0 }),
                scalar.lexicographicallyPrecedes(Self.p256Order)
            else { throw .invalidKey }
            // ECPrivateKey (RFC 5915 section 3), version 1; OpenSSL computes the public point.
            let key = DER.sequence(DER.integer([1]), DER.octetString(scalar), DER.element(0xA0, DER.p256))
            return (.p256, EVP_PKEY_EC, key)
        case .ed25519(let seed):
            guard seed.count == 32 else { throw .invalidKey }
            // OneAsymmetricKey (RFC 8410 section 7), version 0.
            let key = DER.octetString(DER.octetString(seed))
            return (.ed25519, EVP_PKEY_ED25519, DER.sequence(DER.integer([0]), DER.sequence(DER.ed25519), key))
        }
    }
}

extension KeyHandle {
    /// The public numbers of a key of the given kind.
    func publicComponents(_ kind: KeyKind) throws(CryptoError) -> PublicKeyComponents {
        switch kind {
        case .rsa:
            .rsa(modulus: try number(OSSL_PKEY_PARAM_RSA_N), exponent: try number(OSSL_PKEY_PARAM_RSA_E))
        case .p256:
            .p256(
                x: try number(OSSL_PKEY_PARAM_EC_PUB_X, length: 32), y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, length: 32)
            )
        case .p384:
            .p384(
                x: try number(OSSL_PKEY_PARAM_EC_PUB_X, length: 48), y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, length: 48)
            )
        case .ed25519:
            .ed25519(try rawPublicKey(length: 32))
        }
    }

    /// A number of the key in big-endian bytes, filled up with zeros to the given length.
    private func number(_ name: String, length: Int? = nil) throws(CryptoError) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else { throw .operationFailed }
        defer { unsafe BN_free(number) }
        let size = length ?? Int(unsafe BN_num_bits(number) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: size)
        guard unsafe BN_bn2binpad(number, &bytes, Int32(size)) == Int32(size) else { throw .operationFailed }
        return bytes
    }

    private func rawPublicKey(length: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var count = length
        guard unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == length else {
            throw .operationFailed
        }
        return bytes
    }
}

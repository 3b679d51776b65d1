internal import COpenSSL

extension KeyHandle {
    /// The kind of key; nil if no kind used here fits.
    var kind: KeyKind? {
        switch unsafe EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_RSA: return .rsa
        case EVP_PKEY_ED25519: return .ed25519
        case EVP_PKEY_EC: return curve
        default: return nil
        }
    }

    private var curve: KeyKind? {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return nil }
        switch String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) {
        case "prime256v1": return .p256
        case "secp384r1": return .p384
        default: return nil
        }
    }

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

    /// A number of the key in big-endian bytes, padded with leading zeros to the given length.
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

extension PublicKey {
    /// A key from its DER encoding, a SubjectPublicKeyInfo (RFC 5280 section 4.1).
    ///
    /// - Throws: as `init(_:)` does for numbers, and `invalidKey` if the bytes are not a key of an accepted kind, or if
    ///   more bytes follow it.
    package init(subjectPublicKeyInfo der: [UInt8]) throws(CryptoError) {
        try self.init(Self.handle(der))
    }

    /// A key that OpenSSL has read, with the checks that every key passes.
    ///
    /// - Throws: as `init(_:)` does for numbers, and `invalidKey` for a kind of key that is not accepted here.
    init(_ handle: KeyHandle) throws(CryptoError) {
        let components = try drainingErrors { () throws(CryptoError) in
            guard let kind = handle.kind else { throw .invalidKey }
            return try handle.publicComponents(kind)
        }
        try self.init(components)
    }
}

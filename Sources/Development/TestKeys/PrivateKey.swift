internal import COpenSSL
package import OpenSSLCrypto

/// A private key that signs. Only development tools and tests hold one; the functions on Lambda do not.
package struct PrivateKey: Sendable {
    /// The key that verifies what this one signs.
    package let publicKey: PublicKey
    private let handle: PrivateKeyHandle

    private init(_ handle: PrivateKeyHandle) throws(CryptoError) {
        self.handle = handle
        publicKey = try PublicKey(subjectPublicKeyInfo: handle.subjectPublicKeyInfo())
    }

    /// A new key: RSA of 2048 bits with exponent 65537, P-256, P-384, or Ed25519.
    ///
    /// - Throws: `operationFailed`.
    package static func generate(_ kind: KeyKind) throws(CryptoError) -> PrivateKey {
        try drainingErrors { () throws(CryptoError) in
            let pointer =
                switch kind {
                case .rsa: unsafe copenssl_generate_rsa(2048)
                case .p256: unsafe copenssl_generate_p256()
                case .p384: unsafe copenssl_generate_p384()
                case .ed25519: unsafe copenssl_generate_ed25519()
                }
            guard let pointer = unsafe pointer else { throw .operationFailed }
            return try PrivateKey(unsafe PrivateKeyHandle(pointer))
        }
    }

    /// A key from its numbers.
    ///
    /// - Throws: `invalidKey` for numbers that do not make a key or contradict each other, `unsupportedKeySize` for an
    ///   RSA key of a size that is not accepted.
    package init(_ components: PrivateKeyComponents) throws(CryptoError) {
        let (type, encoded) = try components.encoded()
        self = try drainingErrors { () throws(CryptoError) in
            let pointer = unsafe encoded.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                return unsafe d2i_PrivateKey(type, nil, &cursor, bytes.count)
            }
            return try PrivateKey(unsafe PrivateKeyHandle(pointer))
        }
        // OpenSSL does not compare the private numbers with the public ones when it reads them.
        let probe: [UInt8] = [0]
        guard let signature = try? signature(of: probe, ecdsa: .der),
            publicKey.isValid(signature, of: probe, ecdsa: .der)
        else { throw .invalidKey }
    }

    /// A key from what `encoded` gave.
    ///
    /// - Throws: `invalidKey`.
    package init(encoded: [UInt8]) throws(CryptoError) {
        self = try drainingErrors { () throws(CryptoError) in
            let pointer = unsafe encoded.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                return unsafe d2i_AutoPrivateKey(nil, &cursor, bytes.count)
            }
            guard let pointer = unsafe pointer else { throw .invalidKey }
            return try PrivateKey(unsafe PrivateKeyHandle(pointer))
        }
    }

    /// What kind of key this is.
    package var kind: KeyKind { publicKey.kind }

    /// The key in the DER encoding of its kind, as a TLS server takes it.
    ///
    /// - Throws: `operationFailed`.
    package func encoded() throws(CryptoError) -> [UInt8] {
        try drainingErrors { () throws(CryptoError) in try handle.encoded() }
    }

    /// The signature of a message.
    ///
    /// - Throws: `operationFailed`.
    package func signature(of message: [UInt8], ecdsa form: ECDSAForm) throws(CryptoError) -> [UInt8] {
        let signature = try drainingErrors { () throws(CryptoError) in try handle.signature(of: message, kind) }
        guard kind == .p256, form == .raw else { return signature }
        guard let raw = Self.rawSignature(fromDER: signature) else { throw .operationFailed }
        return raw
    }

    /// The two numbers of a signature on P-256 side by side, as JOSE writes them (RFC 7518 section 3.4), from the DER
    /// sequence that OpenSSL makes (RFC 3279 section 2.2.3).
    private static func rawSignature(fromDER der: [UInt8]) -> [UInt8]? {
        // The whole sequence is shorter than 128 bytes, so each length is one byte.
        var rest = der.dropFirst(2)
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard let length = rest.dropFirst().first, rest.count >= 2 + Int(length) else { return nil }
            let digits = rest.dropFirst(2).prefix(Int(length)).drop { $0 == 0 }
            guard digits.count <= 32 else { return nil }
            raw += [UInt8](repeating: 0, count: 32 - digits.count) + digits
            rest = rest.dropFirst(2 + Int(length))
        }
        return rest.isEmpty ? raw : nil
    }
}

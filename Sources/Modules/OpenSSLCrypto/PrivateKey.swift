internal import COpenSSL

/// A private key that signs. The functions on Lambda hold none; development tools and tests do.
package struct PrivateKey: Sendable {
    /// The key that verifies what this one signs.
    package let publicKey: PublicKey
    private let handle: KeyHandle

    private init(_ kind: KeyKind, handle: KeyHandle) throws(CryptoError) {
        self.handle = handle
        publicKey = try PublicKey(handle.publicComponents(kind))
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
            return try PrivateKey(kind, handle: unsafe KeyHandle(pointer))
        }
    }

    /// A key from its numbers.
    ///
    /// - Throws: `invalidKey` for numbers that make no key or contradict each other, `unsupportedKeySize` for an RSA
    ///   key of a size not accepted.
    package init(_ components: PrivateKeyComponents) throws(CryptoError) {
        let (kind, type, encoded) = try components.encoded()
        self = try drainingErrors { () throws(CryptoError) in
            let pointer = unsafe encoded.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                return unsafe d2i_PrivateKey(type, nil, &cursor, bytes.count)
            }
            return try PrivateKey(kind, handle: unsafe KeyHandle(pointer))
        }
        // OpenSSL does not compare the private numbers with the public ones when it reads them.
        let probe: [UInt8] = [0]
        let scheme = kind.probeScheme
        guard let signature = try? signature(of: probe, scheme: scheme),
            publicKey.isValid(signature, of: probe, scheme: scheme)
        else { throw .invalidKey }
    }

    /// What kind of key this is.
    package var kind: KeyKind { publicKey.kind }

    /// The signature of a message, in the scheme's encoding.
    ///
    /// - Throws: `wrongKeyKind` for a scheme that needs another kind of key, `operationFailed`.
    package func signature(of message: [UInt8], scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
        guard scheme.keyKind == kind else { throw .wrongKeyKind }
        let signature = try drainingErrors { () throws(CryptoError) in
            let context = try DigestContext()
            var length = 0
            guard unsafe EVP_DigestSignInit(context.pointer, nil, scheme.hash, nil, handle.pointer) == 1,
                unsafe EVP_DigestSign(context.pointer, nil, &length, message, message.count) == 1
            else { throw .operationFailed }
            var signature = [UInt8](repeating: 0, count: length)
            guard unsafe EVP_DigestSign(context.pointer, &signature, &length, message, message.count) == 1 else {
                throw .operationFailed
            }
            return Array(signature[..<length])
        }
        guard let length = scheme.rawNumberLength else { return signature }
        guard let raw = ECDSASignature.raw(fromDER: signature, numberLength: length) else { throw .operationFailed }
        return raw
    }
}

extension KeyKind {
    /// A scheme by which a key of this kind can be tried out.
    fileprivate var probeScheme: SignatureScheme {
        switch self {
        case .rsa: .rsaPKCS1SHA256
        case .p256: .ecdsaP256SHA256
        case .p384: .ecdsaP384SHA384DER
        case .ed25519: .ed25519
        }
    }
}

internal import COpenSSL

/// A public key that verifies signatures. The initialiser checks the key, so every value is usable.
package struct PublicKey: Sendable {
    /// The numbers the key was made of.
    package let components: PublicKeyComponents
    private let handle: KeyHandle

    /// A key from its numbers.
    ///
    /// - Throws: `unsupportedKeySize` for an RSA modulus of a size that is not accepted; `invalidKey` for numbers or
    ///   lengths that `PublicKeyComponents` does not allow, and for a point that is not on the curve. Whether 32 bytes
    ///   are a point of Ed25519 shows only when a signature is verified.
    package init(_ components: PublicKeyComponents) throws(CryptoError) {
        self.components = components
        handle = try Self.handle(components.subjectPublicKeyInfo())
    }

    /// OpenSSL's form of a key from its DER encoding, which must take up all the bytes.
    static func handle(_ info: [UInt8]) throws(CryptoError) -> KeyHandle {
        try drainingErrors { () throws(CryptoError) in
            let (pointer, length) = unsafe info.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                let pointer = unsafe d2i_PUBKEY(nil, &cursor, bytes.count)
                return unsafe (pointer, cursor.map { unsafe bytes.baseAddress?.distance(to: $0) } ?? 0)
            }
            let handle = try unsafe KeyHandle(pointer)
            guard length == info.count else { throw .invalidKey }
            return handle
        }
    }

    /// What kind of key this is.
    package var kind: KeyKind { components.kind }

    /// Whether a signature of a message is valid under this key, in the one scheme for its kind.
    ///
    /// The result is also false for a signature of a wrong length or encoding, and when OpenSSL fails for any other
    /// reason.
    package func isValid(_ signature: [UInt8], of message: [UInt8], ecdsa form: ECDSAForm) -> Bool {
        guard let encoded = openSSLForm(of: signature, form) else { return false }
        return drainingErrors {
            guard let context = unsafe EVP_MD_CTX_new() else { return false }
            defer { unsafe EVP_MD_CTX_free(context) }
            return unsafe EVP_DigestVerifyInit(context, nil, kind.hash, nil, handle.pointer) == 1
                && EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
        }
    }

    /// The signature as OpenSSL reads it; nil for a raw one that is not two numbers of the curve's length.
    private func openSSLForm(of signature: [UInt8], _ form: ECDSAForm) -> [UInt8]? {
        switch (kind, form) {
        case (.rsa, _), (.ed25519, _), (_, .der): return signature
        case (.p384, .raw): return nil
        case (.p256, .raw):
            guard signature.count == 64 else { return nil }
            return DER.sequence(DER.integer(Array(signature[..<32])), DER.integer(Array(signature[32...])))
        }
    }
}

extension PublicKeyComponents {
    /// The form OpenSSL reads (RFC 5280 section 4.1), after the checks that OpenSSL does not make.
    fileprivate func subjectPublicKeyInfo() throws(CryptoError) -> [UInt8] {
        switch self {
        case .rsa(let modulus, let exponent):
            try RSALimits.check(modulus: modulus, exponent: exponent)
            let key = DER.sequence(DER.integer(modulus), DER.integer(exponent))
            return DER.sequence(DER.sequence(DER.rsaEncryption, DER.null), DER.bitString(key))
        case .p256(let x, let y):
            guard x.count == 32, y.count == 32 else { throw .invalidKey }
            return DER.sequence(DER.sequence(DER.ecPublicKey, DER.p256), DER.bitString([0x04] + x + y))
        case .p384(let x, let y):
            guard x.count == 48, y.count == 48 else { throw .invalidKey }
            return DER.sequence(DER.sequence(DER.ecPublicKey, DER.p384), DER.bitString([0x04] + x + y))
        case .ed25519(let bytes):
            guard bytes.count == 32 else { throw .invalidKey }
            return DER.sequence(DER.sequence(DER.ed25519), DER.bitString(bytes))
        }
    }
}

/// The limits for RSA keys.
private enum RSALimits {
    private static let modulusBits = 2048...8192

    static func check(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        let digits = modulus.drop { $0 == 0 }
        guard let first = digits.first, let last = digits.last else { throw .invalidKey }
        guard modulusBits.contains(digits.count * 8 - first.leadingZeroBitCount) else { throw .unsupportedKeySize }
        let exponentDigits = exponent.drop { $0 == 0 }
        guard exponentDigits.count <= 4 else { throw .invalidKey }
        let value = exponentDigits.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard last % 2 == 1, value % 2 == 1, value >= 65537 else { throw .invalidKey }
    }
}

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

/// The kinds of asymmetric keys. Each signs in one way only.
package enum KeyKind: Sendable, CaseIterable {
    /// RSA with a modulus of 2048 to 8192 bits: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 8.2).
    case rsa
    /// An elliptic-curve key on P-256: ECDSA with SHA-256.
    case p256
    /// An elliptic-curve key on P-384: ECDSA with SHA-384.
    case p384
    /// An Ed25519 key (RFC 8032).
    case ed25519

    /// The hash of the messages that keys of this kind sign; nil if the algorithm includes one.
    fileprivate var hash: OpaquePointer? {
        switch self {
        case .rsa, .p256: unsafe EVP_sha256()
        case .p384: unsafe EVP_sha384()
        case .ed25519: nil
        }
    }
}

/// The two encodings of an ECDSA signature. Signatures with other keys have one.
package enum ECDSAForm: Sendable, CaseIterable {
    /// r and s of 32 bytes each, side by side, as JOSE writes them on P-256 (RFC 7518 section 3.4).
    case raw
    /// A DER sequence, as OpenSSL and WebAuthn use it (RFC 3279 section 2.2.3, WebAuthn section 6.5.5).
    case der
}

/// The only owner of an `EVP_PKEY`, freed once, together with the last key that refers to it.
///
/// A key never changes after it is made, and any number of threads may let OpenSSL read an unchanging key.
@safe final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the pointer.
    ///
    /// - Throws: `invalidKey` for nil, which OpenSSL returns for bytes that are not a key.
    init(_ pointer: OpaquePointer?) throws(CryptoError) {
        guard let pointer = unsafe pointer else { throw .invalidKey }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }
}

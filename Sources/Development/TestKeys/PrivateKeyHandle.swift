internal import COpenSSL
internal import OpenSSLCrypto

/// The only owner of an `EVP_PKEY` with its private part, freed once, together with the last key that refers to it.
///
/// A key never changes after it is made, and any number of threads may let OpenSSL read an unchanging key.
@safe final class PrivateKeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Takes over the pointer.
    ///
    /// - Throws: `invalidKey` for nil, which OpenSSL returns for bytes that are not a key.
    init(_ pointer: OpaquePointer?) throws(CryptoError) {
        guard let pointer = unsafe pointer else { throw .invalidKey }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The DER encoding of the public part (RFC 5280 section 4.1).
    func subjectPublicKeyInfo() throws(CryptoError) -> [UInt8] {
        try unsafe Self.written { unsafe i2d_PUBKEY(pointer, $0) }
    }

    /// The DER encoding of the whole key.
    func encoded() throws(CryptoError) -> [UInt8] {
        try unsafe Self.written { unsafe i2d_PrivateKey(pointer, $0) }
    }

    /// What a function of OpenSSL writes, which gives the length if there is no place to write to.
    private static func written(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        let length = write(nil)
        guard length > 0 else { throw .operationFailed }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe write(&cursor)
        }
        guard count == length else { throw .operationFailed }
        return bytes
    }

    /// The signature of a message with a key of that kind, in OpenSSL's encoding.
    func signature(of message: [UInt8], _ kind: KeyKind) throws(CryptoError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .operationFailed }
        defer { unsafe EVP_MD_CTX_free(context) }
        let hash: OpaquePointer? =
            switch kind {
            case .rsa, .p256: unsafe EVP_sha256()
            case .p384: unsafe EVP_sha384()
            case .ed25519: nil
            }
        var length = 0
        guard unsafe EVP_DigestSignInit(context, nil, hash, nil, pointer) == 1,
            unsafe EVP_DigestSign(context, nil, &length, message, message.count) == 1
        else { throw .operationFailed }
        var signature = [UInt8](repeating: 0, count: length)
        guard unsafe EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
            throw .operationFailed
        }
        return Array(signature[..<length])
    }
}

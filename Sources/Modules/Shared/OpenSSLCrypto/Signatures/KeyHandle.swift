internal import COpenSSL

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

/// The only owner of an `EVP_MD_CTX`, for verifying one signature.
@safe struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptoError) {
        guard let pointer = unsafe EVP_MD_CTX_new() else { throw .operationFailed }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
}

extension SignatureScheme {
    /// The hash; nil if the scheme includes one.
    var hash: OpaquePointer? {
        switch self {
        case .rsaPKCS1SHA256, .ecdsaP256SHA256, .ecdsaP256SHA256DER: unsafe EVP_sha256()
        case .ecdsaP384SHA384DER: unsafe EVP_sha384()
        case .ed25519: nil
        }
    }

    /// Length in bytes of each of the two numbers of a raw ECDSA signature; nil if the scheme uses OpenSSL's encoding.
    var rawNumberLength: Int? { self == .ecdsaP256SHA256 ? 32 : nil }
}

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

internal import COpenSSL

/// Authenticated encryption with AES-256 in Galois/Counter Mode (NIST SP 800-38D).
package enum AES256GCM {
    /// Length of a key in bytes.
    package static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    /// Looks the cipher up, for which the first use in a process takes 5.5 million instructions otherwise: a function's
    /// start has a whole processor, its first event perhaps a small share of one.
    package static func prepare() { unsafe _ = CipherContext.cipher }

    /// Encrypts a text. The result is a random nonce of 12 bytes, then the encrypted text, then a tag of 16 bytes.
    ///
    /// - Parameters:
    ///   - key: 32 bytes, for at most 2^32 texts, because nonces are random (SP 800-38D section 8.3).
    ///   - context: additional data that the text is bound to; it is not part of the result.
    /// - Throws: `invalidKey` for a key of another length, `randomUnavailable`, `operationFailed`.
    package static func seal(
        _ text: [UInt8], key: [UInt8], context: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
        let nonce = try SecureRandom.bytes(nonceLength)
        return try drainingErrors { () throws(CryptoError) in
            let cipher = try CipherContext()
            try cipher.begin(key: key, nonce: nonce, encrypts: true)
            var (output, tag) = (try cipher.update(text, context: context), [UInt8](repeating: 0, count: tagLength))
            guard cipher.finish(), cipher.get(&tag) else { throw .operationFailed }
            output.insert(contentsOf: nonce, at: 0)
            return output + tag
        }
    }

    /// The text that `seal` encrypted under this key and for this context; nil for everything else.
    ///
    /// - Throws: `invalidKey` for a key of another length, `operationFailed`.
    package static func open(
        _ sealed: [UInt8], key: [UInt8], context: [UInt8] = []
    ) throws(CryptoError) -> [UInt8]? {
        guard key.count == keyLength else { throw .invalidKey }
        guard sealed.count >= nonceLength + tagLength else { return nil }
        return try drainingErrors { () throws(CryptoError) in
            let cipher = try CipherContext()
            try cipher.begin(key: key, nonce: Array(sealed.prefix(nonceLength)), encrypts: false)
            let text = try cipher.update(
                Array(sealed.dropFirst(nonceLength).dropLast(tagLength)), context: context)
            var tag = Array(sealed.suffix(tagLength))
            // The text must not be used before the tag is verified.
            return cipher.set(&tag) && cipher.finish() ? text : nil
        }
    }
}

/// The only owner of an `EVP_CIPHER_CTX`, for one text.
@safe private struct CipherContext: ~Copyable {
    private let pointer: OpaquePointer

    /// The cipher, which OpenSSL would look up by its name for each text otherwise. It is never freed.
    nonisolated(unsafe) static let cipher = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    init() throws(CryptoError) {
        guard let pointer = unsafe EVP_CIPHER_CTX_new() else { throw .operationFailed }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_CIPHER_CTX_free(pointer) }

    func begin(key: [UInt8], nonce: [UInt8], encrypts: Bool) throws(CryptoError) {
        guard key.count == AES256GCM.keyLength else { throw .invalidKey }
        guard let cipher = unsafe Self.cipher,
            unsafe EVP_CipherInit_ex(pointer, cipher, nil, key, nonce, encrypts ? 1 : 0) == 1
        else { throw .operationFailed }
    }

    func update(_ text: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        var count: Int32 = 0
        var output = [UInt8](repeating: 0, count: text.count)
        guard let contextLength = Int32(exactly: context.count), let length = Int32(exactly: text.count),
            unsafe EVP_CipherUpdate(pointer, nil, &count, context, contextLength) == 1,
            unsafe EVP_CipherUpdate(pointer, &output, &count, text, length) == 1, count == length
        else { throw .operationFailed }
        return output
    }

    /// Ends the text. For decryption, the result says whether the tag is right.
    func finish() -> Bool {
        var (count, rest): (Int32, [UInt8]) = (0, [UInt8](repeating: 0, count: 16))
        return unsafe EVP_CipherFinal_ex(pointer, &rest, &count) == 1
    }

    func get(_ tag: inout [UInt8]) -> Bool {
        unsafe EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    }

    func set(_ tag: inout [UInt8]) -> Bool {
        unsafe EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }
}

/// The message authentication code HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum HMACSHA256 {
    private static let blockLength = 64

    /// The 32-byte code of a message under a key of any length.
    package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > blockLength ? SHA256.digest(of: key) : key
        let inner = SHA256.digest(of: block(key, mask: 0x36), and: message)
        return SHA256.digest(of: block(key, mask: 0x5C), and: inner)
    }

    /// Whether a code is the right one for a message under a key, compared in time that does not depend on the code's
    /// bytes.
    package static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        constantTimeEqual(code, authenticationCode(for: message, key: key))
    }

    /// The key, padded with zeros to one block, with every byte masked.
    private static func block(_ key: [UInt8], mask: UInt8) -> [UInt8] {
        var block = [UInt8](repeating: mask, count: blockLength)
        for index in key.indices { block[index] ^= key[index] }
        return block
    }
}

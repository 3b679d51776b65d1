internal import COpenSSL

/// The hash function SHA-256 (FIPS 180-4).
///
/// This code uses OpenSSL's low-level functions on purpose. `EVP_Digest` and the one-shot `HMAC()` of OpenSSL 3 read
/// the configuration file and fetch an implementation from a provider. That takes 0.75 ms on the first call of a
/// process, and every later call takes more than twice as long. The low-level functions take 8 µs on the first call and
/// use the same assembly code.
package enum SHA256 {
    /// Length of a digest in bytes.
    private static let digestLength = 32

    /// The 32-byte digest of a message.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        digest(of: message, and: [])
    }

    /// The digest of two parts, one after the other.
    static func digest(of first: [UInt8], and second: [UInt8]) -> [UInt8] {
        var context = SHA256_CTX()
        var digest = [UInt8](repeating: 0, count: digestLength)
        // The functions are documented to return 1 always. If one ever does not, nobody may use its output.
        precondition(unsafe SHA256_Init(&context) == 1)
        precondition(unsafe SHA256_Update(&context, first, first.count) == 1)
        precondition(unsafe SHA256_Update(&context, second, second.count) == 1)
        precondition(unsafe SHA256_Final(&digest, &context) == 1)
        return digest
    }
}

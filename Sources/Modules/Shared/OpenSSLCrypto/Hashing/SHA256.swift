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

    /// The 32-byte digest of a message, which may come in two parts.
    package static func digest(of first: [UInt8], and second: [UInt8] = []) -> [UInt8] {
        var context = SHA256_CTX()
        var digest = [UInt8](repeating: 0, count: digestLength)
        // The functions are documented to return 1 always. Otherwise their output must not be used.
        precondition(unsafe SHA256_Init(&context) == 1)
        precondition(unsafe SHA256_Update(&context, first, first.count) == 1)
        precondition(unsafe SHA256_Update(&context, second, second.count) == 1)
        precondition(unsafe SHA256_Final(&digest, &context) == 1)
        return digest
    }
}

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

/// The key derivation function HKDF with SHA-256 (RFC 5869).
package enum HKDFSHA256 {
    /// Length of a pseudorandom key in bytes.
    package static let hashLength = 32

    /// The longest output, in bytes (RFC 5869 section 2.3).
    package static let maximumLength = 255 * hashLength

    /// Extracts a pseudorandom key of 32 bytes from key material (section 2.2).
    ///
    /// - Parameter salt: not secret; empty if there is none.
    package static func extract(_ material: [UInt8], salt: [UInt8] = []) -> [UInt8] {
        // HMAC fills a short key with zeros, so an empty salt is the 32 zeros that the RFC asks for.
        HMACSHA256.authenticationCode(for: material, key: salt)
    }

    /// Expands a pseudorandom key to bytes for one purpose (section 2.3).
    ///
    /// - Parameters:
    ///   - key: at least 32 bytes, from `extract` or random.
    ///   - info: names the purpose. Different purposes give independent bytes.
    ///   - length: how many bytes, from 0 to `maximumLength`.
    package static func expand(_ key: [UInt8], info: [UInt8], length: Int) -> [UInt8] {
        precondition(0...maximumLength ~= length)
        var (output, block): ([UInt8], [UInt8]) = ([], [])
        var counter: UInt8 = 0
        while output.count < length {
            counter += 1
            block = HMACSHA256.authenticationCode(for: block + info + [counter], key: key)
            output += block
        }
        return Array(output.prefix(length))
    }

    /// Derives bytes for one purpose from key material: extract without a salt, then expand.
    ///
    /// - Parameters:
    ///   - info: names the purpose.
    ///   - length: how many bytes, from 0 to `maximumLength`.
    package static func derive(_ material: [UInt8], info: String, length: Int = hashLength) -> [UInt8] {
        expand(extract(material), info: Array(info.utf8), length: length)
    }
}

/// Whether two byte strings are equal, compared in time that depends only on their lengths.
///
/// Strings of different lengths are unequal. The comparison does not hide that their lengths differ.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}

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

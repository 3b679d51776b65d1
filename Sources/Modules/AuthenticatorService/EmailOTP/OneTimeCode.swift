internal import OpenSSLCrypto

/// A code of six digits. Only its keyed hash is stored.
package struct OneTimeCode {
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Generates a code. All codes are equally likely. Returns what to store and the digits to send.
    static func generate(key: [UInt8]) throws(CryptoError) -> (code: OneTimeCode, digits: String) {
        let digits = try uniformDigits { () throws(CryptoError) in try SecureRandom.bytes(4) }
        let salt = try SecureRandom.bytes(16)
        return (OneTimeCode(salt: salt, hash: hash(digits, salt: salt, key: key)), digits)
    }

    /// Whether the digits are the code. The comparison takes constant time.
    func isRight(_ digits: String, key: [UInt8]) -> Bool {
        constantTimeEqual(Self.hash(digits, salt: salt, key: key), hash)
    }

    /// Six digits from four random bytes. It draws again if the number would make some codes more likely than others.
    package static func uniformDigits<Failure: Error>(
        from random: () throws(Failure) -> [UInt8]
    ) throws(Failure) -> String {
        while true {
            let number = try random().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard number < 4_294_000_000 else { continue }
            let digits = String(number % 1_000_000)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
    }

    private static func hash(_ digits: String, salt: [UInt8], key: [UInt8]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: salt + Array(digits.utf8), key: key)
    }
}

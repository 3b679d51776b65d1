package import OpenSSLCrypto
internal import TestKeys

/// The server's side of SRP-6a (RFC 5054) as Cognito implements it: with the 3072-bit group of RFC 3526 and with
/// SHA-256, and with numbers hashed as signed big-endian bytes.
package struct SecureRemotePassword: Sendable {
    let group: Modulus
    /// The multiplier, SHA-256(0 ‖ N ‖ g).
    package let multiplier: [UInt8]
    static let generator: [UInt8] = [2]

    /// The protocol with its numbers.
    ///
    /// - Throws: `CryptoError`.
    package init() throws(CryptoError) {
        group = try Modulus(Self.prime)
        multiplier = SHA256.digest(of: [0] + Self.prime + Self.generator)
    }

    /// The verifier that a pool stores for a password: g^x, where x is a hash of salt, user and password.
    ///
    /// - Parameters:
    ///   - poolName: the part of the pool id after the underscore.
    ///   - userID: `USER_ID_FOR_SRP`.
    package func verifier(
        poolName: String, userID: String, password: String, salt: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try group.power(
            Self.generator, Self.secret(poolName: poolName, userID: userID, password: password, salt: salt))
    }

    /// The secret number x, which is derived from a password.
    package static func secret(poolName: String, userID: String, password: String, salt: [UInt8]) -> [UInt8] {
        let inner = SHA256.digest(of: Array("\(poolName)\(userID):\(password)".utf8))
        return SHA256.digest(of: signed(salt) + inner)
    }

    /// The server's public value B for its secret b: k·v + g^b.
    package func publicValue(secret: [UInt8], verifier: [UInt8]) throws(CryptoError) -> [UInt8] {
        try group.sum(group.product(multiplier, verifier), group.power(Self.generator, secret))
    }

    /// The key of 16 bytes that both sides compute; nil for values with which a client could compute it without the
    /// password.
    ///
    /// - Parameters:
    ///   - clientValue: A.
    ///   - serverValue: B.
    ///   - secret: b.
    package func key(
        clientValue: [UInt8], serverValue: [UInt8], secret: [UInt8], verifier: [UInt8]
    ) throws(CryptoError) -> [UInt8]? {
        let scrambler = SHA256.digest(of: Self.signed(clientValue) + Self.signed(serverValue))
        guard try !group.remainder(clientValue).isEmpty, scrambler.contains(where: { $0 != 0 }) else { return nil }
        let base = try group.product(clientValue, group.power(verifier, scrambler))
        return Self.key(shared: try group.power(base, secret), scrambler: scrambler)
    }

    /// The key of 16 bytes, derived from the shared number.
    static func key(shared: [UInt8], scrambler: [UInt8]) -> [UInt8] {
        let extracted = HMACSHA256.authenticationCode(for: signed(shared), key: signed(scrambler))
        let expanded = HMACSHA256.authenticationCode(for: Array("Caldera Derived Key".utf8) + [1], key: extracted)
        return Array(expanded.prefix(16))
    }

    /// The signature with which a client proves that it has the key.
    package static func signature(
        key: [UInt8], poolName: String, userID: String, secretBlock: [UInt8], timestamp: String
    ) -> [UInt8] {
        HMACSHA256.authenticationCode(
            for: Array((poolName + userID).utf8) + secretBlock + Array(timestamp.utf8), key: key)
    }

    /// A number as it is hashed: without leading zeros, but with one if its first bit would look like a sign.
    static func signed(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        guard let first = digits.first else { return [0] }
        return first < 0x80 ? digits : [0] + digits
    }
}

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
    private static func secret(poolName: String, userID: String, password: String, salt: [UInt8]) -> [UInt8] {
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

extension SecureRemotePassword {
    /// The prime of group 15 (RFC 3526 section 4).
    static let prime: [UInt8] = bytes(hex: hexPrime) ?? []

    private static let hexPrime = """
        ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd\
        ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed\
        ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f\
        83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b\
        e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510\
        15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7\
        abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c\
        bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff
        """

    /// The bytes of a number in hexadecimal digits, whose count may be odd; nil for any other text.
    static func bytes(hex: String) -> [UInt8]? {
        let text = hex.utf8.count % 2 == 0 ? hex : "0" + hex
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard !digits.isEmpty, digits.count == text.utf8.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// A number in lower-case hexadecimal digits, without leading zeros.
    static func hex(_ number: [UInt8]) -> String {
        let text = number.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let digits = text.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }
}

/// The client's public value A, which a start with SRP carries.
struct SRPClientValue: Sendable {
    /// A as a big-endian number without leading zeros.
    let bytes: [UInt8]

    /// Reads `SRP_A`.
    ///
    /// - Throws: `InvalidParameterException` if it is missing, not a hexadecimal number, too long, or a multiple of N.
    init(_ text: String?) throws(PoolError) {
        guard let text else { throw .missing("SRP_A") }
        guard text.utf8.count <= 2 * SecureRemotePassword.prime.count,
            let number = SecureRemotePassword.bytes(hex: text)
        else { throw PoolError(.invalidParameter, "Invalid SRP_A") }
        let digits = Array(number.drop { $0 == 0 })
        // The text is no longer than N, and N begins with a 1 bit. So the only multiples here are 0 and N.
        guard !digits.isEmpty, digits != SecureRemotePassword.prime else {
            throw PoolError(.invalidParameter, "Invalid SRP_A")
        }
        bytes = digits
    }
}

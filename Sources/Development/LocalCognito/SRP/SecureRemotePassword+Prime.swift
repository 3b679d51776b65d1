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
    package static func bytes(hex: String) -> [UInt8]? {
        let text = hex.utf8.count % 2 == 0 ? hex : "0" + hex
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard !digits.isEmpty, digits.count == text.utf8.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// A number in lower-case hexadecimal digits, without leading zeros.
    package static func hex(_ number: [UInt8]) -> String {
        let text = number.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let digits = text.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }
}

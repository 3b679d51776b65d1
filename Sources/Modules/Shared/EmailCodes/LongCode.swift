/// The text of a code of 80 bits, for pasting: sixteen characters in groups of four, in Crockford's base32, which
/// leaves out I, L, O and U.
enum LongCode {
    /// How many characters a code has, five bits each.
    static let length = 16

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The characters of a code, without hyphens.
    /// - Parameter bytes: at least ten bytes; the first ten count.
    static func characters(_ bytes: [UInt8]) -> String {
        let high = bytes[..<5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = bytes[5..<10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let characters = [high, low].flatMap { number in
            stride(from: 35, through: 0, by: -5).map { alphabet[Int(number >> UInt64($0) & 31)] }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// A code in the form of a mail.
    static func displayed(_ characters: String) -> String {
        let bytes = Array(characters.utf8)
        return stride(from: 0, to: Self.length, by: 4).map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// A typed character in the alphabet: a small letter as a capital, O as 0, and I and L as 1, which are not in the
    /// alphabet. Nil for any other character.
    static func normalized(_ character: UInt8) -> UInt8? {
        let capital = 0x61...0x7A ~= character ? character & ~0x20 : character
        switch capital {
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        default: return alphabet.contains(capital) ? capital : nil
        }
    }
}

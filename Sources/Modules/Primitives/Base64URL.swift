/// Base64url without padding (RFC 4648 section 5, RFC 7515 section 2), canonical in both directions.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of a byte outside the alphabet. The values of the bytes in the alphabet take six bits.
    private static let invalid: UInt8 = 0x80

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The encoding of bytes, as text.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the encoding of bytes to a buffer of ASCII text.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count * 4 + 2) / 3)
        let alphabet = alphabet
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 0x3F)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 0x3F)]) }
    }

    /// The bytes that a text encodes; nil for any character outside the alphabet (including padding, white space, `+`
    /// and `/`), for an impossible length, and for leftover bits that are not zero.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var seen: UInt8 = 0
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text {
            let value = values[Int(character)]
            seen |= value
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        let leftOver = bits & (1 << UInt32(bitCount) - 1)
        return seen < invalid && leftOver == 0 ? bytes : nil
    }

    /// The bytes that a text encodes; `decode(_:)` above says which texts it refuses.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }
}

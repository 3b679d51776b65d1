/// Standard base64 with its padding (RFC 4648 section 4), canonical in both directions.
package enum Base64 {
    /// The encoding of bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64URL.append(bytes, to: &text)
        let standard = text.map { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        return String(decoding: standard + padding, as: UTF8.self)
    }

    /// The bytes that a text encodes; nil for a text that `encode` does not produce.
    package static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0, !text.utf8.contains(UInt8(ascii: "-")), !text.utf8.contains(UInt8(ascii: "_"))
        else { return nil }
        return decodeAnyForm(text)
    }

    /// The bytes that a text encodes in one of the two alphabets (sections 4 and 5), with the padding that it needs or
    /// without any; nil for every other text. Bytes have at most four such texts.
    package static func decodeAnyForm(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.drop { $0 != UInt8(ascii: "=") }
        guard padding.isEmpty || characters.count % 4 == 0 && padding.count <= 2 else { return nil }
        guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        let plain = characters.dropLast(padding.count)
        guard plain.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
            return Base64URL.decode(plain)
        }
        guard !plain.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else { return nil }
        let translated = plain.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
        return Base64URL.decode(translated[...])
    }
}

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
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: (bytes.count * 4 + 2) / 3))
        unsafe text.withUnsafeMutableBufferPointer { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe alphabet.withUnsafeBufferPointer { alphabet in
                    unsafe encode(bytes, into: UnsafeMutableBufferPointer(rebasing: text[start...]), alphabet)
                }
            }
        }
    }

    /// Over plain buffers, because every sealed token has two thousand characters. Three bytes make four characters.
    private static func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>,
        _ alphabet: UnsafeBufferPointer<UInt8>
    ) {
        var (read, written) = (0, 0)
        while read + 3 <= bytes.count {
            let group = unsafe UInt32(bytes[read]) << 16 | UInt32(bytes[read + 1]) << 8 | UInt32(bytes[read + 2])
            unsafe text[written] = alphabet[Int(group >> 18)]
            unsafe text[written + 1] = alphabet[Int(group >> 12 & 0x3F)]
            unsafe text[written + 2] = alphabet[Int(group >> 6 & 0x3F)]
            unsafe text[written + 3] = alphabet[Int(group & 0x3F)]
            (read, written) = (read + 3, written + 4)
        }
        // A byte that is left makes two characters, and two bytes make three.
        var group: UInt32 = 0
        for (place, shift) in zip(read..<bytes.count, stride(from: 16, to: 0, by: -8)) {
            unsafe group |= UInt32(bytes[place]) << shift
        }
        for (place, shift) in zip(written..<text.count, stride(from: 18, to: 0, by: -6)) {
            unsafe text[place] = alphabet[Int(group >> shift & 0x3F)]
        }
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

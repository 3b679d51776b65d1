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
        return decodeEitherAlphabet(text[...])
    }

    /// The bytes that a text encodes in either alphabet (sections 4 and 5), with padding or without; nil for any other
    /// character, for an impossible length, and for leftover bits that are not zero.
    package static func decodeEitherAlphabet(_ text: Substring) -> [UInt8]? {
        var characters = Array(text.utf8)
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        let translated = characters.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
        return Base64URL.decode(translated[...])
    }
}

/// Classes of ASCII characters. Bytes of 0x80 and above, which UTF-8 uses for all other characters, belong to none of
/// them.
extension UInt8 {
    /// Whether the byte is one of `0` to `9`.
    @inlinable
    package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte is one of `A` to `Z`.
    @inlinable
    package var isASCIIUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

    /// Whether the byte is one of `a` to `z`.
    @inlinable
    package var isASCIILowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    /// Whether the byte is a letter.
    @inlinable
    package var isASCIILetter: Bool { isASCIIUppercase || isASCIILowercase }

    /// Whether the byte is a letter or a digit.
    @inlinable
    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// Whether the byte is a letter, a digit, a hyphen or an underscore.
    @inlinable
    package var isASCIINameCharacter: Bool {
        isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }

    /// The byte, with an upper-case letter turned into lower case.
    @inlinable
    package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case; nil for any other byte.
    @inlinable
    package var hexadecimalValue: UInt8? {
        if isASCIIDigit { return self - UInt8(ascii: "0") }
        let letter = asciiLowercased
        return UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter ? letter - UInt8(ascii: "a") + 10 : nil
    }
}

/// The form of tokens that clients send.
package enum BearerToken {
    /// Whether a text is a `b64token` (RFC 6750 section 2.1), except that equals signs may stand anywhere in it.
    // Not generic over collections: callers in other modules cannot specialize it, and one token then takes 20 µs.
    package static func isValid(_ text: String) -> Bool {
        // A buffer, because a token has hundreds of bytes, and each takes ten times as long in a text.
        var text = text
        return !text.isEmpty
            && text.withUTF8 { bytes in
                unsafe bytes.allSatisfy { $0.isASCIIAlphanumeric || "-._~+/=".utf8.contains($0) }
            }
    }
}

extension StringProtocol {
    /// The text without the spaces before and after it.
    package var trimmingSpaces: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}

extension String {
    /// A word from a service, made safe for the log. A word of at most 40 letters, spaces, full stops and underscores
    /// stays as it is, because no token or key has that form; any other word becomes `unreadable`.
    package var logWord: String {
        utf8.count <= 40 && utf8.allSatisfy { $0.isASCIILetter || " ._".utf8.contains($0) } ? self : "unreadable"
    }
}

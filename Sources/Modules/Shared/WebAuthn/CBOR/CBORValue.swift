private import Primitives

/// A CBOR data item (RFC 8949 section 2) of the kinds that occur in WebAuthn.
package enum CBORValue: Sendable {
    /// A non-negative integer.
    case unsigned(UInt64)
    /// The negative integer -1 - n.
    case negative(UInt64)
    /// A byte string.
    case bytes([UInt8])
    /// A text string.
    case text(String)
    /// An array.
    case array([CBORValue])
    /// A map, with its members in the order of their encoded keys.
    case map([CBORMember])
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
    /// A floating-point number of any width.
    case float(Double)
}

/// A key of a map and its value.
package struct CBORMember: Sendable {
    /// An integer or a text string.
    package let key: CBORValue
    /// Any item.
    package let value: CBORValue

    /// A member of a map.
    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}

extension CBORValue {
    /// An integer that fits a signed 64-bit number; nil for any other item.
    package var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The contents of a byte string; nil for any other item.
    package var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The characters of a text string; nil for any other item.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The elements of an array; nil for any other item.
    package var elements: [CBORValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of a map; nil for any other item.
    package var members: [CBORMember]? {
        guard case .map(let members) = self else { return nil }
        return members
    }

    /// The value under a text key, compared byte by byte; nil if there is none or the item is not a map.
    package subscript(name: String) -> CBORValue? {
        members?.first { $0.key.text?.hasSameBytes(as: name) ?? false }?.value
    }

    /// The value under an integer key; nil if there is none or the item is not a map.
    package subscript(label: Int64) -> CBORValue? {
        members?.first { $0.key.integer == label }?.value
    }

    /// Reads an item that takes up all the bytes.
    ///
    /// - Throws: `CBORError`, with the offset of the first error.
    package init(decoding bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes[...])
        self = try reader.item()
        guard reader.offset == bytes.count else { throw .trailingBytes(offset: reader.offset) }
    }

    /// Reads the item at the start of the bytes, and returns how many bytes it takes up.
    ///
    /// - Throws: `CBORError`, with the offset of the first error, counted from the first of these bytes.
    package static func decodePrefix(
        of bytes: ArraySlice<UInt8>
    ) throws(CBORError) -> (value: CBORValue, length: Int) {
        var reader = try CBORReader(bytes)
        let value = try reader.item()
        return (value, reader.offset)
    }
}

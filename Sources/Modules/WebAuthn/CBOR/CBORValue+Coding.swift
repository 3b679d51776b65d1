extension CBORValue {
    /// Reads an item that takes up all the bytes.
    ///
    /// - Throws: `CBORError`, with the offset of the first error.
    package init(decoding bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
        var reader = try CBORReader(bytes[...], limits: limits)
        self = try reader.item()
        guard reader.offset == bytes.count else { throw .trailingBytes(offset: reader.offset) }
    }

    /// Reads the item at the start of the bytes, and returns how many bytes it takes up.
    ///
    /// - Throws: `CBORError`, with the offset of the first error, counted from the first of these bytes.
    package static func decodePrefix(
        of bytes: ArraySlice<UInt8>, limits: CBORLimits = .standard
    ) throws(CBORError) -> (value: CBORValue, length: Int) {
        var reader = try CBORReader(bytes, limits: limits)
        let value = try reader.item()
        return (value, reader.offset)
    }

    /// Whether two items have the same canonical encoding.
    package static func == (one: CBORValue, other: CBORValue) -> Bool { one.encoded == other.encoded }

    /// The item's canonical encoding. Maps are sorted, but the caller must ensure that their keys differ. A
    /// floating-point number always takes eight bytes, even if it was read from fewer.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let elements): Self.head(4, UInt64(elements.count)) + elements.flatMap(\.encoded)
        case .map(let members):
            Self.head(5, UInt64(members.count))
                + members.map { (key: $0.key.encoded, value: $0.value.encoded) }
                .sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .flatMap { $0.key + $0.value }
        case .bool(let value): [value ? 0xF5 : 0xF4]
        case .null: [0xF6]
        case .float(let value): [0xFB] + Self.bigEndian(value.bitPattern, byteCount: 8)
        }
    }

    private static func head(_ majorType: UInt8, _ argument: UInt64) -> [UInt8] {
        let type = majorType << 5
        return switch argument {
        case 0..<24: [type | UInt8(argument)]
        case 24...0xFF: [type | 24] + bigEndian(argument, byteCount: 1)
        case 0x100...0xFFFF: [type | 25] + bigEndian(argument, byteCount: 2)
        case 0x1_0000...0xFFFF_FFFF: [type | 26] + bigEndian(argument, byteCount: 4)
        default: [type | 27] + bigEndian(argument, byteCount: 8)
        }
    }

    private static func bigEndian(_ value: UInt64, byteCount: Int) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
}

private import Primitives

/// A number that two names share if OpenSSL takes them as equal.
///
/// OpenSSL compares names in a canonical form, which ignores case, spaces and the type of a string. The number comes
/// only from what that form keeps: the letters and digits of ASCII, without case. Different names may share a number,
/// which only makes OpenSSL compare more of them.
enum FoldedName {
    /// Types of strings with more than one byte for each character.
    private enum WideString {
        static let universal: UInt8 = 0x1C
        static let basicMultilingualPlane: UInt8 = 0x1E
    }

    /// The number of an encoded name, which nothing follows; nil if it does not have the form of one.
    static func key(_ name: [UInt8]) -> UInt64? {
        let reader = DERReader(name)
        var range = name.indices
        guard let element = reader.next(&range, DERReader.Tag.sequence) else { return nil }
        return key(reader, element.contents)
    }

    /// The number of the name with these contents; nil if they do not have the form of one.
    static func key(_ reader: DERReader, _ contents: Range<Int>) -> UInt64? {
        var (sets, key) = (contents, UInt64(0))
        while !sets.isEmpty {
            guard var attributes = reader.next(&sets, DERReader.Tag.set)?.contents else { return nil }
            while !attributes.isEmpty {
                guard var parts = reader.next(&attributes, DERReader.Tag.sequence)?.contents,
                    let type = reader.next(&parts, DERReader.Tag.objectIdentifier), let value = reader.next(&parts),
                    parts.isEmpty
                else { return nil }
                // A sum, because the attributes of a set have no order.
                key &+= hash(reader, type, value)
            }
        }
        return key
    }

    /// FNV-1a over the type and what is kept of the value.
    private static func hash(_ reader: DERReader, _ type: DERReader.Element, _ value: DERReader.Element) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for position in type.contents { add(reader[position]) }
        add(0)
        let width =
            switch value.tag {
            case WideString.universal: 4
            case WideString.basicMultilingualPlane: 2
            default: 1
            }
        var position = value.contents.lowerBound
        while value.contents.upperBound - position >= width {
            let high = position..<position + width - 1
            let last = reader[high.upperBound]
            // Only letters and digits of ASCII count, in lower case.
            if last.isASCIIAlphanumeric, high.allSatisfy({ reader[$0] == 0 }) { add(last.asciiLowercased) }
            position += width
        }
        return hash
    }
}

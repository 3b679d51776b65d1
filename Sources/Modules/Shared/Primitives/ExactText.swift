/// Exact comparison of texts.
///
/// Swift's `==` on strings compares canonically equivalent characters as equal, so that a Kelvin sign (U+212A) is a
/// `K`. It also normalizes both texts first, which takes half a second for 60 KB of combining marks. Text that a
/// stranger sends, such as an id or the name of an algorithm, is therefore compared by the bytes of its UTF-8.
extension String {
    /// Whether two texts consist of the same bytes in UTF-8.
    package func hasSameBytes(as other: String) -> Bool { utf8.count == other.utf8.count && hasBytePrefix(other) }

    /// Whether the bytes of this text in UTF-8 begin with those of another.
    package func hasBytePrefix(_ prefix: String) -> Bool {
        var (text, prefix) = (self, prefix)
        return text.withUTF8 { text in prefix.withUTF8 { unsafe text.starts(with: $0) } }
    }
}

extension Hasher {
    /// Mixes in the bytes of a text in UTF-8 and their number. Texts with the same bytes have the same hash.
    package mutating func combine(bytesOf text: String) {
        combine(text.utf8.count)
        for byte in text.utf8 { combine(byte) }
    }
}

/// Writes texts as one sequence of bytes, each after its length, so that different texts never give the same bytes.
package enum LengthPrefixedFields {
    /// The bytes of a label and the fields under it.
    package static func bytes(_ label: String, _ fields: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in [label] + fields { bytes += Array("\(field.utf8.count):".utf8) + field.utf8 }
        return bytes
    }
}

private import Primitives

/// The trace that a sampled event belongs to, as the X-Ray tracing header names it (X-Ray Developer Guide, "Tracing
/// header").
package struct TraceContext: Equatable, Sendable {
    /// The trace: `1-`, the time of the original request in 8 hexadecimal digits, `-`, and 24 more digits.
    package let traceID: String
    /// The segment under which calls are recorded: that of the function. 16 hexadecimal digits.
    package let parentID: String

    /// More than X-Ray's own fields need, in bytes.
    private static let maximumLength = 1_024

    /// Reads a header: fields of the form `name=value`, separated by semicolons, in any order. `Root`, `Parent` and
    /// `Sampled` count. Lambda adds `Lineage`, and may add others.
    ///
    /// nil if the header says that the event is not sampled or has not the documented form. What is taken over holds
    /// only hexadecimal digits and hyphens, because callers of a function can choose the header.
    package init?(sampledBy header: String) {
        var header = header
        let read = header.withUTF8 { bytes -> (traceID: String, parentID: String)? in
            guard bytes.count <= Self.maximumLength, let fields = unsafe Fields(bytes),
                unsafe Self.isTrace(bytes, fields.root), unsafe Self.isHexadecimal(bytes, fields.parent, length: 16)
            else { return nil }
            return unsafe (
                String(decoding: bytes[fields.root], as: UTF8.self),
                String(decoding: bytes[fields.parent], as: UTF8.self)
            )
        }
        guard let read else { return nil }
        (traceID, parentID) = read
    }

    private static func isTrace(_ bytes: UnsafeBufferPointer<UInt8>, _ root: Range<Int>) -> Bool {
        let start = root.lowerBound
        let hyphen = UInt8(ascii: "-")
        return unsafe root.count == 35 && bytes[start] == UInt8(ascii: "1") && bytes[start + 1] == hyphen
            && isHexadecimal(bytes, start + 2..<start + 10, length: 8) && bytes[start + 10] == hyphen
            && isHexadecimal(bytes, start + 11..<start + 35, length: 24)
    }

    private static func isHexadecimal(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, length: Int
    ) -> Bool {
        range.count == length && range.allSatisfy { unsafe bytes[$0].hexadecimalValue != nil }
    }
}

/// Where the values stand in the header of a sampled event. Over plain buffers, because every call has the header read.
private struct Fields {
    let root: Range<Int>
    let parent: Range<Int>

    /// nil if one is missing or stands there twice, if the event is not sampled, or if a field has no name or no value.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var root: Range<Int>?
        var parent: Range<Int>?
        var isSampled = false
        var start = 0
        while start <= bytes.count {
            var (end, equals) = (start, start)
            while end < bytes.count, unsafe bytes[end] != UInt8(ascii: ";") {
                guard unsafe 0x21...0x7E ~= bytes[end] else { return nil }
                if equals == start, unsafe bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            guard equals > start else { return nil }
            let value = equals + 1..<end
            if unsafe Self.isName("Root", bytes, start..<equals) {
                guard root == nil else { return nil }
                root = value
            } else if unsafe Self.isName("Parent", bytes, start..<equals) {
                guard parent == nil else { return nil }
                parent = value
            } else if unsafe Self.isName("Sampled", bytes, start..<equals) {
                // Any other value, and a second one, ends it here.
                guard !isSampled, value.count == 1, unsafe bytes[value.lowerBound] == UInt8(ascii: "1") else {
                    return nil
                }
                isSampled = true
            }
            start = end + 1
        }
        guard isSampled, let root, let parent else { return nil }
        (self.root, self.parent) = (root, parent)
    }

    private static func isName(
        _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { name in
            name.indices.allSatisfy { unsafe name[$0] == bytes[range.lowerBound + $0] }
        }
    }
}

private import Primitives

/// A parsed text: its bytes, and one node for each value and member name, in the order of the text.
///
/// Parsing into one flat array instead of a tree of strings keeps the cost of an event near that of reading it once,
/// and lets a reply copy any part of the event exactly as it came.
final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [Node]

    init(bytes: [UInt8], nodes: [Node]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    /// A value or a member name. An object's children are name, value, name, value, …
    struct Node: Sendable {
        var kind: JSONValue.Kind
        /// Whether a string has an escape. Its characters then differ from its bytes.
        var hasEscapes = false
        /// The offset of the first byte, which may be an opening quote or bracket.
        var start: Int32
        /// The offset after the last byte.
        var end: Int32
        /// The index of the node after this one and all its children.
        var next: Int32
    }

    /// The decoded UTF-8 bytes of a string node, whose syntax the parser has checked.
    func characters(of node: Node) -> [UInt8] {
        let content = Int(node.start) + 1..<Int(node.end) - 1
        guard node.hasEscapes else { return Array(bytes[content]) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(content.count)
        var position = content.lowerBound
        while position < content.upperBound {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                decoded.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "b"): decoded.append(0x08)
            case UInt8(ascii: "f"): decoded.append(0x0C)
            case UInt8(ascii: "n"): decoded.append(0x0A)
            case UInt8(ascii: "r"): decoded.append(0x0D)
            case UInt8(ascii: "t"): decoded.append(0x09)
            case UInt8(ascii: "u"): decoded.append(contentsOf: utf8(ofUnicodeEscapeAt: &position))
            default: decoded.append(escape)  // quote, backslash, slash
            }
        }
        return decoded
    }

    /// Whether a string node's characters are exactly `name`, compared byte by byte. Swift's own string comparison
    /// treats canonically equivalent names as equal; RFC 8259 section 8.3 does not.
    func isString(_ node: Node, _ name: String) -> Bool {
        if node.hasEscapes { return characters(of: node).elementsEqual(name.utf8) }
        let content = Int(node.start) + 1..<Int(node.end) - 1
        var name = name
        guard content.count == name.utf8.count else { return false }
        return name.withUTF8 { name in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                var index = 0
                while index < name.count {
                    guard unsafe bytes[content.lowerBound + index] == name[index] else { return false }
                    index += 1
                }
                return true
            }
        }
    }

    private func utf8(ofUnicodeEscapeAt position: inout Int) -> [UInt8] {
        var scalar = codeUnit(at: position)
        position += 4
        if scalar & 0xFC00 == 0xD800 {
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(at: position + 2) & 0x3FF
            position += 6
        }
        return Array(String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
    }

    private func codeUnit(at position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32($1.hexadecimalValue ?? 0) }
    }
}

private import Primitives

/// A value inside a parsed JSON text (RFC 8259). It is a cheap view that decodes only what a caller asks for.
package struct JSONValue: Sendable {
    /// What kind of value a text holds.
    package enum Kind: Sendable { case null, bool, number, string, array, object }

    private let document: JSONDocument
    private let index: Int

    private init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    /// Parses a whole text strictly: UTF-8 without a byte-order mark, no duplicate member names, nothing after the
    /// value.
    /// - Parameters:
    ///   - maximumBytes: the longest text accepted, by default the largest event the Lambda Runtime API hands out.
    ///   - maximumDepth: the deepest nesting of arrays and objects, so that no input can exhaust the stack.
    /// - Throws: `JSONError`, with the offset of the first error.
    package init(
        parsing bytes: [UInt8], maximumBytes: Int = 6_291_556, maximumDepth: Int = 64
    ) throws(JSONError) {
        guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        var parser = JSONParser(bytes, maximumDepth: maximumDepth)
        self.init(try parser.parseDocument(), 0)
    }

    private var node: JSONDocument.Node { document.nodes[index] }

    /// The value's kind.
    package var kind: Kind { node.kind }

    /// Whether the value is `null`.
    package var isNull: Bool { node.kind == .null }

    /// The value of `true` or `false`; nil for any other kind.
    package var bool: Bool? {
        node.kind == .bool ? document.bytes[Int(node.start)] == UInt8(ascii: "t") : nil
    }

    /// A string's characters with escapes resolved; nil for any other kind.
    package var string: String? {
        guard node.kind == .string else { return nil }
        guard node.hasEscapes else {
            return String(decoding: document.bytes[Int(node.start) + 1..<Int(node.end) - 1], as: UTF8.self)
        }
        return String(decoding: document.characters(of: node), as: UTF8.self)
    }

    /// A number exactly as written; nil for any other kind.
    package var numberText: String? {
        node.kind == .number ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// A number that is written without a fraction or an exponent and fits in 64 bits; nil otherwise.
    package var integer: Int64? { numberText.flatMap { Int64($0) } }

    /// The value exactly as written in the text.
    package var bytes: ArraySlice<UInt8> { document.bytes[range] }

    /// Where the value stands in the text, in bytes.
    package var range: Range<Int> { Int(node.start)..<Int(node.end) }

    /// The whole text that this value is part of.
    package var text: [UInt8] { document.bytes }

    /// The member of that name; nil if there is none or the value is not an object.
    package subscript(name: String) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var child = index + 1
        while child < Int(node.next) {
            if document.isString(document.nodes[child], name) { return JSONValue(document, child + 1) }
            child = Int(document.nodes[child + 1].next)
        }
        return nil
    }

    /// An object's members, in the order of the text; empty for any other kind.
    package var members: [(name: String, value: JSONValue)] {
        writtenMembers.map { (name: $0.name.string ?? "", value: $0.value) }
    }

    /// Whether the value is a string of exactly these characters. Canonically equivalent characters count as different.
    package func isString(_ characters: String) -> Bool {
        node.kind == .string && document.isString(node, characters)
    }

    /// An object's members with their names as values, so that a caller can copy a name's own bytes.
    var writtenMembers: [(name: JSONValue, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        var members: [(name: JSONValue, value: JSONValue)] = []
        var child = index + 1
        while child < Int(node.next) {
            members.append((name: JSONValue(document, child), value: JSONValue(document, child + 1)))
            child = Int(document.nodes[child + 1].next)
        }
        return members
    }

    /// An array's elements; empty for any other kind.
    package var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        var elements: [JSONValue] = []
        var child = index + 1
        while child < Int(node.next) {
            elements.append(JSONValue(document, child))
            child = Int(document.nodes[child].next)
        }
        return elements
    }
}

extension JSONValue {
    /// The object with some members replaced. A member that the object has changes in place; a member that it lacks is
    /// added at its end; nil removes a member. Every other member keeps its bytes.
    /// - Parameter members: names with values that are already JSON.
    package func object(replacing members: [(name: String, value: [UInt8]?)]) -> [UInt8] {
        var edited: [UInt8] = [UInt8(ascii: "{")]
        func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
            if edited.count > 1 { edited.append(UInt8(ascii: ",")) }
            edited.append(contentsOf: name)
            edited.append(UInt8(ascii: ":"))
            edited.append(contentsOf: value)
        }
        for (name, value) in writtenMembers {
            guard let replacement = members.first(where: { name.isString($0.name) }) else {
                append(name: name.bytes, value: value.bytes)
                continue
            }
            if let bytes = replacement.value { append(name: name.bytes, value: bytes) }
        }
        for (name, value) in members where self[name] == nil {
            guard let value else { continue }
            var written: [UInt8] = []
            written.appendJSONString(name)
            append(name: written, value: value)
        }
        edited.append(UInt8(ascii: "}"))
        return edited
    }
}

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

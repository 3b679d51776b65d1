internal import JSON

/// A JSON value that can be edited. Strings, numbers and literals keep the bytes they were written with.
enum JSONTree: Equatable, Sendable {
    /// A string, a number, `true`, `false` or `null`, as it is written.
    case scalar([UInt8])
    case array([JSONTree])
    case object([Member])

    /// A member of an object.
    struct Member: Equatable, Sendable {
        let name: String
        var value: JSONTree
    }

    /// The value that a parsed text holds.
    init(_ value: JSONValue) {
        switch value.kind {
        case .null, .bool, .number, .string: self = .scalar(Array(value.bytes))
        case .array: self = .array(value.elements.map { JSONTree($0) })
        case .object: self = .object(value.members.map { Member(name: $0.name, value: JSONTree($0.value)) })
        }
    }

    /// The text of the value, a member or an element a line, indented by two spaces.
    var written: [UInt8] {
        var text: [UInt8] = []
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout [UInt8], indent: Int) {
        switch self {
        case .scalar(let bytes): text.append(contentsOf: bytes)
        case .array(let elements):
            Self.writeList(elements, from: "[", to: "]", in: &text, indent: indent) { element, text in
                element.write(to: &text, indent: indent + 2)
            }
        case .object(let members):
            Self.writeList(members, from: "{", to: "}", in: &text, indent: indent) { member, text in
                text.appendJSONString(member.name)
                text.append(contentsOf: ": ".utf8)
                member.value.write(to: &text, indent: indent + 2)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item], from opening: String, to closing: String, in text: inout [UInt8], indent: Int,
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        text.append(contentsOf: opening.utf8)
        for (index, item) in items.enumerated() {
            text.append(contentsOf: ((index > 0 ? ",\n" : "\n") + String(repeating: " ", count: indent + 2)).utf8)
            write(item, &text)
        }
        if !items.isEmpty { text.append(contentsOf: ("\n" + String(repeating: " ", count: indent)).utf8) }
        text.append(contentsOf: closing.utf8)
    }
}

internal import JSON

/// JSON whose parts can be replaced, without any rule that the result must be valid.
indirect enum JSONTree: Sendable {
    /// A string, a number or a literal as it is written, or bytes that only stand in the place of one.
    case written([UInt8])
    case array([JSONTree])
    case object([(name: String, value: JSONTree)])

    init(_ value: JSONValue) {
        switch value.kind {
        case .array: self = .array(value.elements.map { JSONTree($0) })
        case .object: self = .object(value.members.map { ($0.name, JSONTree($0.value)) })
        default: self = .written(Array(value.bytes))
        }
    }

    /// The tree of a text that is JSON.
    init(text: [UInt8]) { self.init(certain("a base is JSON") { try JSONValue(parsing: text) }) }

    static func string(_ text: String) -> JSONTree {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return .written(bytes)
    }

    var bytes: [UInt8] {
        switch self {
        case .written(let bytes): return bytes
        case .array(let elements): return JSONWriter.array(elements.map(\.bytes))
        case .object(let members):
            return JSONWriter.object { object in
                for (name, value) in members { object.member(name, raw: value.bytes) }
            }
        }
    }

    /// The object with one more member, or with another value for one that it has.
    func setting(_ name: String, _ value: JSONTree) -> JSONTree {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append((name, value))
        }
        return .object(members)
    }
}

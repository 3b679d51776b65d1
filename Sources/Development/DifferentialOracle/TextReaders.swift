private import JSON
private import Primitives

/// Reads JSON and base64url.
enum TextReaders {
    static func json(_ question: Question) throws -> [Reading] {
        let value = try JSONValue(parsing: question.bytes("input"))
        return [Reading("value", String(decoding: written(value), as: UTF8.self))]
    }

    static func base64URL(_ question: Question) throws -> [Reading] {
        guard let bytes = Base64URL.decode(try question.bytes("input")[...]) else { throw PlainRefusal.notCanonical }
        return [Reading("bytes", bytes: bytes)]
    }

    /// The value written again: members in their order, numbers as they were, strings with the fewest escapes.
    private static func written(_ value: JSONValue) -> [UInt8] {
        var text: [UInt8] = []
        switch value.kind {
        case .null: return Array("null".utf8)
        case .bool: return Array("\(value.bool ?? false)".utf8)
        case .number: return Array((value.numberText ?? "").utf8)
        case .string:
            text.appendJSONString(value.string ?? "")
            return text
        case .array: return JSONWriter.array(value.elements.map(written))
        case .object:
            return JSONWriter.object { object in
                for member in value.members { object.member(member.name, raw: written(member.value)) }
            }
        }
    }
}

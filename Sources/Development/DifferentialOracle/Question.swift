internal import JSON
private import Primitives

/// A question that is not in the form of `make differential`. It says nothing about the product.
struct BadQuestion: Error {
    let member: String
}

/// One question: an object with the member `kind`, the input in base64, and what the verdict depends on besides.
struct Question {
    private static let maximumBytes = 1 << 24

    private let json: JSONValue

    init(parsing line: [UInt8]) throws {
        json = try JSONValue(parsing: line, maximumBytes: Self.maximumBytes)
    }

    private init(_ json: JSONValue) { self.json = json }

    func text(_ name: String) throws -> String {
        guard let text = json[name]?.string else { throw BadQuestion(member: name) }
        return text
    }

    func optionalText(_ name: String) -> String? { json[name]?.string }

    func texts(_ name: String) throws -> [String] { try list(name).compactMap(\.string) }

    /// Bytes that are written in base64.
    func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64.decode(try text(name)) else { throw BadQuestion(member: name) }
        return bytes
    }

    func integer(_ name: String) throws -> Int64 {
        guard let number = json[name]?.integer else { throw BadQuestion(member: name) }
        return number
    }

    func flag(_ name: String) throws -> Bool {
        guard let flag = json[name]?.bool else { throw BadQuestion(member: name) }
        return flag
    }

    func list(_ name: String) throws -> [JSONValue] {
        guard let value = json[name], value.kind == .array else { throw BadQuestion(member: name) }
        return value.elements
    }

    func value(_ name: String) throws -> JSONValue {
        guard let value = json[name] else { throw BadQuestion(member: name) }
        return value
    }

    func object(_ name: String) throws -> Question { Question(try value(name)) }
}

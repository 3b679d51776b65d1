internal import JSON
private import Primitives

/// A value of an attribute of a DynamoDB item, in one of the types that this product uses.
package enum DynamoDBValue: Equatable, Sendable {
    /// A text (`S`).
    case string(String)
    /// A whole number (`N`).
    case number(Int64)
    /// Bytes (`B`).
    case bytes([UInt8])
    /// A truth value (`BOOL`).
    case bool(Bool)
    /// A set of texts (`SS`), which DynamoDB does not allow to be empty. What has been read is sorted.
    case strings([String])
    /// A list of values (`L`).
    case list([DynamoDBValue])

    /// The text; nil for any other type.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The number; nil for any other type.
    package var number: Int64? { if case .number(let value) = self { value } else { nil } }
    /// The bytes; nil for any other type.
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    /// The truth value; nil for any other type.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The texts of a set; nil for any other type.
    package var strings: [String]? { if case .strings(let value) = self { value } else { nil } }
    /// The values of a list; nil for any other type.
    package var list: [DynamoDBValue]? { if case .list(let value) = self { value } else { nil } }
}

/// The attributes of an item by name, its key among them.
package typealias DynamoDBItem = [String: DynamoDBValue]

/// The key of an item: the string `pk`, and in a table that has one the string `sk` by which the items of one `pk` are
/// sorted.
package struct DynamoDBKey: Hashable, Sendable {
    /// The partition key.
    package let pk: String
    /// The sort key; nil in a table without one.
    package let sk: String?

    /// Makes a key.
    package init(_ pk: String, _ sk: String? = nil) {
        self.pk = pk
        self.sk = sk
    }

    var attributes: DynamoDBItem {
        var attributes: DynamoDBItem = ["pk": .string(pk)]
        if let sk { attributes["sk"] = .string(sk) }
        return attributes
    }
}

extension DynamoDBValue {
    /// The value as DynamoDB writes it: an object with one member, whose name is the type.
    var json: [UInt8] {
        JSONWriter.object { typed in
            switch self {
            case .string(let value): typed.member("S", value)
            case .number(let value): typed.member("N", String(value))
            case .bytes(let value): typed.member("B", Base64.encode(value))
            case .bool(let value): typed.member("BOOL", value)
            case .strings(let values): typed.member("SS", values)
            case .list(let values): typed.member("L", raw: JSONWriter.array(values.map(\.json)))
            }
        }
    }

    /// Reads a value; nil for a type that this product does not use.
    init?(_ json: JSONValue) {
        guard json.members.count == 1, let (type, value) = json.members.first else { return nil }
        let read: DynamoDBValue? =
            switch type {
            case "S": value.string.map(Self.string)
            case "N": value.string.flatMap { Int64($0) }.map(Self.number)
            case "B": value.string.flatMap { Base64.decode($0) }.map(Self.bytes)
            case "BOOL": value.bool.map(Self.bool)
            case "SS": Self.strings(of: value)
            case "L": Self.list(of: value)
            default: nil
            }
        guard let read else { return nil }
        self = read
    }

    private static func strings(of json: JSONValue) -> DynamoDBValue? {
        let elements = json.elements
        let strings = elements.compactMap(\.string)
        return !strings.isEmpty && strings.count == elements.count ? .strings(strings.sorted()) : nil
    }

    private static func list(of json: JSONValue) -> DynamoDBValue? {
        guard json.kind == .array else { return nil }
        let elements = json.elements
        let values = elements.compactMap { DynamoDBValue($0) }
        return values.count == elements.count ? .list(values) : nil
    }
}

extension JSONValue {
    /// An item's attributes. An attribute of a type that this product does not use is left out.
    var item: DynamoDBItem {
        var item: DynamoDBItem = [:]
        for (name, value) in members { item[name] = DynamoDBValue(value) }
        return item
    }
}

extension JSONWriter {
    /// Writes values by name, sorted, so that the same values always make the same bytes.
    mutating func members(_ values: [String: DynamoDBValue], prefix: String = "") {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { member(prefix + name, raw: value.json) }
    }
}

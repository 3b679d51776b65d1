internal import JSON
private import Primitives

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
            case .map(let values): typed.member("M") { $0.members(values) }
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
            case "M": Self.map(of: value)
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

    private static func map(of json: JSONValue) -> DynamoDBValue? {
        guard json.kind == .object else { return nil }
        let values = json.item
        return values.count == json.members.count ? .map(values) : nil
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

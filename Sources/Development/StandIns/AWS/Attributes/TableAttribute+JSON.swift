package import JSON
private import Primitives

extension TableAttribute {
    /// Reads a value such as `{"S": …}`.
    init(_ json: JSONValue) throws(TableRefusal) {
        guard json.members.count == 1, let (type, value) = json.members.first else {
            throw .notPlayed("a value that has not one type")
        }
        let read: TableAttribute? =
            switch type {
            case "S": value.string.map(Self.string)
            case "N": value.string.flatMap { Int64($0) }.map(Self.number)
            case "B": value.string.flatMap { Base64.decode($0) }.map(Self.bytes)
            case "BOOL": value.bool.map(Self.bool)
            case "SS": try Self.set(value)
            case "L" where value.kind == .array: .list(try Self.list(value))
            default: nil
            }
        guard let read else { throw .notPlayed("this value of type \(type)") }
        self = read
    }

    /// A set of texts, which DynamoDB does not allow to be empty.
    private static func set(_ json: JSONValue) throws(TableRefusal) -> TableAttribute? {
        let members = json.elements.compactMap(\.string)
        guard json.kind == .array, members.count == json.elements.count, Set(members).count == members.count else {
            return nil
        }
        guard !members.isEmpty else {
            throw .invalid("One or more parameter values were invalid: An string set  may not be empty")
        }
        return .strings(Set(members))
    }

    private static func list(_ json: JSONValue) throws(TableRefusal) -> [TableAttribute] {
        var list: [TableAttribute] = []
        for element in json.elements { list.append(try TableAttribute(element)) }
        return list
    }

    /// The value as DynamoDB writes it. Sets are sorted.
    var json: [UInt8] {
        JSONWriter.object { typed in
            switch self {
            case .string(let value): typed.member("S", value)
            case .number(let value): typed.member("N", String(value))
            case .bytes(let value): typed.member("B", Base64.encode(value))
            case .bool(let value): typed.member("BOOL", value)
            case .strings(let values): typed.member("SS", values.sorted())
            case .list(let values): typed.member("L", raw: JSONWriter.array(values.map(\.json)))
            }
        }
    }
}

extension TableItem {
    /// Reads an item as DynamoDB writes it; nil if it is none.
    package init?(dynamoDB json: JSONValue) {
        guard let item = try? TableItem(json: json) else { return nil }
        self = item
    }

    /// Reads an object of attributes.
    init(json: JSONValue?) throws(TableRefusal) {
        guard let json, json.kind == .object else { throw .notPlayed("an item or a key that is no object") }
        self.init()
        for (name, value) in json.members { self[name] = try TableAttribute(value) }
    }

    /// The attributes, sorted by name.
    var json: [UInt8] {
        JSONWriter.object { written in
            for (name, value) in sorted(by: { $0.key < $1.key }) { written.member(name, raw: value.json) }
        }
    }
}

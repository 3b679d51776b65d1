package import JSON
private import Primitives

extension TableAttribute {
    /// Reads a value such as `{"S": …}`, and refuses what DynamoDB refuses.
    init(_ json: JSONValue) throws(TableRefusal) {
        guard json.members.count == 1, let (type, value) = json.members.first else {
            throw .invalid(
                "Supplied AttributeValue has more than one datatypes set, "
                    + "must contain exactly one of the supported datatypes"
            )
        }
        let read: TableAttribute? =
            switch type {
            case "S": value.string.map(Self.string)
            case "N": try Self.number(value)
            case "B": value.string.flatMap { Base64.decode($0) }.map(Self.bytes)
            case "BOOL": value.bool.map(Self.bool)
            case "NULL": value.bool == true ? .null : nil
            case "SS": .strings(try Self.set(value, name: "string") { $0.string })
            case "NS": .numbers(try Self.set(value, name: "number") { $0.string.flatMap { Int64($0) } })
            case "L": .list(try Self.list(value))
            case "M": .map(try TableItem(json: value))
            default: nil
            }
        guard let read else { throw .malformed }
        self = read
    }

    private static func number(_ json: JSONValue) throws(TableRefusal) -> TableAttribute {
        guard let text = json.string else { throw .malformed }
        guard let number = Int64(text) else {
            throw .invalid("The parameter cannot be converted to a numeric value: \(text)")
        }
        return .number(number)
    }

    private static func set<Member: Hashable>(
        _ json: JSONValue, name: String, _ member: (JSONValue) -> Member?
    ) throws(TableRefusal) -> Set<Member> {
        guard json.kind == .array else { throw .malformed }
        let members = json.elements.compactMap(member)
        guard members.count == json.elements.count else { throw .malformed }
        let problem = "One or more parameter values were invalid: "
        guard !members.isEmpty else { throw .invalid("\(problem)An \(name) set  may not be empty") }
        let set = Set(members)
        guard set.count == members.count else {
            let list = members.map { "\($0)" }.joined(separator: ", ")
            throw .invalid("\(problem)Input collection [\(list)] contains duplicates.")
        }
        return set
    }

    private static func list(_ json: JSONValue) throws(TableRefusal) -> [TableAttribute] {
        guard json.kind == .array else { throw .malformed }
        var list: [TableAttribute] = []
        for element in json.elements { list.append(try TableAttribute(element)) }
        return list
    }

    /// The value as DynamoDB writes it. Sets are sorted.
    var json: [UInt8] {
        JSONWriter.object { typed in
            switch self {
            case .string(let value): typed.member(type, value)
            case .number(let value): typed.member(type, String(value))
            case .bytes(let value): typed.member(type, Base64.encode(value))
            case .bool(let value): typed.member(type, value)
            case .null: typed.member(type, true)
            case .strings(let values): typed.member(type, values.sorted())
            case .numbers(let values): typed.member(type, values.sorted().map { String($0) })
            case .list(let values): typed.member(type, raw: JSONWriter.array(values.map(\.json)))
            case .map(let values): typed.member(type, raw: values.json)
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
    init(json: JSONValue) throws(TableRefusal) {
        guard json.kind == .object else { throw .malformed }
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

internal import JSON
internal import StandIns

/// The setup of the AWS stand-in: the `aws` member of an expectation.
struct AWSStandInSetup: Sendable {
    /// The items of the state table by their keys.
    private var items: [String: TableItem] = [:]
    /// The items of the table of users.
    private(set) var users: [TableItem] = []
    /// The operations that fail, with their status.
    private(set) var failures: [String: Int] = [:]

    /// The items of the state table.
    var state: [TableItem] { items.map { key, item in item.merging(["pk": .string(key)]) { _, key in key } } }

    /// Reads the member; without it the tables are empty and nothing fails.
    init(_ value: JSONValue?) throws(Fault) {
        guard let value else { return }
        try value.requireMembers(among: ["items", "users", "failures"])
        for (operation, status) in value["failures"]?.members ?? [] {
            guard let status = status.integer else { throw Fault("a failure is a status") }
            failures[operation] = Int(status)
        }
        for (key, item) in value["items"]?.members ?? [] {
            for (name, attribute) in item.members { items[key, default: [:]][name] = try Self.attribute(attribute) }
        }
        for item in value["users"]?.elements ?? [] { users.append(try Self.user(item)) }
    }

    /// An item of the table of users, as DynamoDB writes it.
    private static func user(_ value: JSONValue) throws(Fault) -> TableItem {
        guard let item = TableItem(dynamoDB: value), case .string = item["pk"], case .string = item["sk"] else {
            throw Fault("an item of a user is written as DynamoDB writes it, with its pk and sk")
        }
        return item
    }

    /// A string, a number, or an array of strings, which stands for a set.
    private static func attribute(_ value: JSONValue) throws(Fault) -> TableAttribute {
        if let string = value.string { return .string(string) }
        if let number = value.integer { return .number(number) }
        let strings = value.elements.compactMap(\.string)
        guard !strings.isEmpty else { throw Fault("an attribute is a string, a whole number or a set of strings") }
        return .strings(Set(strings))
    }
}

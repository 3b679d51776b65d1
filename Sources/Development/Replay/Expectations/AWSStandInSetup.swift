internal import JSON
internal import StandIns

/// The setup of the AWS stand-in: the `aws` member of an expectation.
struct AWSStandInSetup: Sendable {
    /// The items of the state table by their keys.
    private(set) var items: [String: [String: TableAttribute]] = [:]
    /// The operations that fail, with their status.
    private(set) var failures: [String: Int] = [:]

    /// Reads the member; without it the table is empty and nothing fails.
    init(_ value: JSONValue?) throws(Fault) {
        guard let value else { return }
        try value.requireMembers(among: ["items", "failures"])
        for (operation, status) in value["failures"]?.members ?? [] {
            guard let status = status.integer else { throw Fault("a failure is a status") }
            failures[operation] = Int(status)
        }
        for (key, item) in value["items"]?.members ?? [] {
            for (name, attribute) in item.members { items[key, default: [:]][name] = try Self.attribute(attribute) }
        }
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

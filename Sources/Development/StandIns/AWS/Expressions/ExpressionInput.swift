internal import JSON

/// The names and values that a request's expressions may refer to, and which of them they did.
struct ExpressionInput {
    private let names: [String: String]
    private let values: TableItem
    private var unusedNames: Set<String>
    private var unusedValues: Set<String>

    /// Reads `ExpressionAttributeNames` and `ExpressionAttributeValues` of a request.
    /// - Parameter expressions: the members of the request that may hold an expression.
    init(_ request: JSONValue, expressions: [String]) throws(TableRefusal) {
        let given = expressions.filter { request[$0] != nil }
        var names: [String: String] = [:]
        for (name, value) in try Self.members(of: request, "ExpressionAttributeNames", given, expressions) {
            guard let attribute = value.string else { throw .malformed }
            names[name] = attribute
        }
        var values: TableItem = [:]
        for (name, value) in try Self.members(of: request, "ExpressionAttributeValues", given, expressions) {
            values[name] = try TableAttribute(value)
        }
        for (member, keys, sign) in [
            ("ExpressionAttributeNames", Array(names.keys), "#"),
            ("ExpressionAttributeValues", Array(values.keys), ":"),
        ] {
            for key in keys where !key.hasPrefix(sign) || key.utf8.count < 2 {
                throw .invalid("\(member) contains invalid key: Syntax error; key: \"\(key)\"")
            }
        }
        self.names = names
        self.values = values
        unusedNames = Set(names.keys)
        unusedValues = Set(values.keys)
    }

    private static func members(
        of request: JSONValue, _ member: String, _ given: [String], _ possible: [String]
    ) throws(TableRefusal) -> [(name: String, value: JSONValue)] {
        guard let object = request[member], !object.isNull else { return [] }
        guard object.kind == .object else { throw .malformed }
        guard !given.isEmpty else {
            let missing = possible.joined(separator: " and ") + (possible.count == 1 ? " is null" : " are null")
            throw .invalid("\(member) can only be specified when using expressions: \(missing)")
        }
        guard !object.members.isEmpty else { throw .invalid("\(member) must not be empty") }
        return object.members
    }

    /// The value of a placeholder such as `:user`; nil if it is not given.
    mutating func value(_ placeholder: String) -> TableAttribute? {
        unusedValues.remove(placeholder)
        return values[placeholder]
    }

    /// The attribute that a placeholder such as `#name` stands for; nil if it is not given.
    mutating func name(_ placeholder: String) -> String? {
        unusedNames.remove(placeholder)
        return names[placeholder]
    }

    /// Refuses names and values that no expression uses.
    func requireAllUsed() throws(TableRefusal) {
        for (member, unused) in [
            ("ExpressionAttributeNames", unusedNames), ("ExpressionAttributeValues", unusedValues),
        ] where !unused.isEmpty {
            throw .invalid(
                "Value provided in \(member) unused in expressions: keys: {\(unused.sorted().joined(separator: ", "))}")
        }
    }
}

internal import JSON

/// What a call of DynamoDB asks of one item, or of one partition.
struct TableAccess {
    /// The action in a transaction; nil for any other call.
    private let action: String?
    private let parameters: JSONValue

    /// What a call asks: a transaction asks several things.
    static func all(in request: JSONValue, of operation: String) -> [TableAccess] {
        guard operation == "TransactWriteItems" else {
            return request["TableName"] == nil ? [] : [TableAccess(action: nil, parameters: request)]
        }
        return (request["TransactItems"]?.elements ?? []).flatMap { element in
            element.members.map { TableAccess(action: $0.name, parameters: $0.value) }
        }
    }

    /// The kinds of items, each once: what stands in their keys before the first digest or id.
    static func kinds(_ accesses: [TableAccess]) -> [String] {
        var kinds: [String] = []
        for kind in accesses.compactMap(\.kind) where !kinds.contains(kind) { kinds.append(kind) }
        return kinds
    }

    private var kind: String? { key("pk").map { String($0.prefix { $0 != "#" }) } }

    private func key(_ name: String) -> String? {
        (parameters["Key"] ?? parameters["Item"])?[name]?["S"]?.string
            ?? parameters["ExpressionAttributeValues"]?[":" + name]?["S"]?.string
    }

    /// Writes what is asked, with digests, ids and texts shortened.
    func write(to detail: inout JSONWriter) {
        detail.member("action", ifPresent: action)
        detail.member("table", parameters["TableName"]?.string ?? "")
        detail.member("key", ifPresent: key("pk").map(Self.masked))
        detail.member("sortKey", ifPresent: key("sk").map(Self.masked))
        detail.member("update", ifPresent: parameters["UpdateExpression"]?.string)
        detail.member("condition", ifPresent: parameters["ConditionExpression"]?.string)
        for (name, shown) in [("item", "Item"), ("values", "ExpressionAttributeValues")] {
            guard let values = parameters[shown] else { continue }
            detail.member(name) { written in
                for (name, value) in values.members where !["pk", "sk"].contains(name) {
                    written.member(name, Self.shown(value))
                }
            }
        }
    }

    /// A key whose digests and ids are shortened. The words before them, which name the kind of item, stay.
    private static func masked(_ key: String) -> String {
        key.split(separator: "#").map { $0.count < 24 ? String($0) : Masking.shortened(String($0)) }
            .joined(separator: "#")
    }

    /// Numbers and truth values are shown because they are times, counts and limits. Texts and bytes are shortened
    /// because they are digests, ids and keys.
    private static func shown(_ value: JSONValue) -> String {
        if let number = value["N"]?.string { return number }
        if let flag = value["BOOL"]?.bool { return flag ? "true" : "false" }
        let sets = (value["SS"] ?? value["L"])?.elements ?? []
        let texts =
            [value["S"]?.string, value["B"]?.string].compactMap { $0 }
            + sets.compactMap { $0.string ?? $0["S"]?.string }
        return texts.map(Masking.shortened).joined(separator: ", ")
    }
}

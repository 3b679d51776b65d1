internal import JSON

/// A table's name and its key, whose attributes are strings.
package struct TableSchema: Equatable, Sendable {
    /// The table's name.
    package let name: String
    /// Whether items have the sort key `sk` beside the partition key `pk`.
    package let hasSortKey: Bool

    /// A table of that name.
    package init(_ name: String, hasSortKey: Bool = false) {
        self.name = name
        self.hasSortKey = hasSortKey
    }

    /// The names of the key's attributes.
    var keyNames: [String] { hasSortKey ? ["pk", "sk"] : ["pk"] }

    /// The attributes of the key, in an item or a request.
    func key(of item: TableItem) -> TableItem { item.filter { keyNames.contains($0.key) } }

    /// Reads the `Key` of a request, which has the key's attributes and no others.
    func key(_ json: JSONValue?) throws(TableRefusal) -> TableKey {
        guard let json else { throw .malformed }
        let key = try TableItem(json: json)
        guard Set(key.keys) == Set(keyNames) else {
            throw .invalid("The provided key element does not match the schema")
        }
        return try self.key(in: key) { _, _ in .invalid("The provided key element does not match the schema") }
    }

    /// The key of an item that is written.
    func key(ofNew item: TableItem) throws(TableRefusal) -> TableKey {
        for name in keyNames where item[name] == nil {
            throw .invalid("One or more parameter values were invalid: Missing the key \(name) in the item")
        }
        return try key(in: item) { name, value in
            .invalid(
                "One or more parameter values were invalid: Type mismatch for key \(name) expected: S "
                    + "actual: \(value.type)")
        }
    }

    private func key(
        in item: TableItem, mismatch: (String, TableAttribute) -> TableRefusal
    ) throws(TableRefusal) -> TableKey {
        var texts: [String: [UInt8]] = [:]
        for (name, limit) in [("pk", 2_048), ("sk", 1_024)] {
            guard let value = item[name], keyNames.contains(name) else { continue }
            guard case .string(let text) = value else { throw mismatch(name, value) }
            guard !text.isEmpty else {
                throw .invalid(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain "
                        + "an empty string value. Key: \(name)")
            }
            guard text.utf8.count <= limit else {
                throw .invalid(
                    "One or more parameter values were invalid: Size of \(name == "pk" ? "hashkey" : "rangekey") has "
                        + "exceeded the maximum size limit of\(limit) bytes")
            }
            texts[name] = Array(text.utf8)
        }
        return TableKey(pk: texts["pk"] ?? [], sk: texts["sk"] ?? [])
    }
}

/// The key of an item. Keys are compared byte by byte, as DynamoDB does and Swift's texts do not.
struct TableKey: Hashable, Comparable {
    let pk: [UInt8]
    /// Empty in a table without a sort key.
    let sk: [UInt8]

    static func < (one: TableKey, other: TableKey) -> Bool {
        one.pk == other.pk ? one.sk.lexicographicallyPrecedes(other.sk) : one.pk.lexicographicallyPrecedes(other.pk)
    }
}

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

    /// The key of the `Key` of a request, which has the key's attributes and no others.
    func key(ofRequest key: TableItem) throws(TableRefusal) -> TableKey {
        guard Set(key.keys) == Set(keyNames) else {
            throw .invalid("The provided key element does not match the schema")
        }
        return try self.key(ofNew: key)
    }

    /// The key of an item that is written.
    func key(ofNew item: TableItem) throws(TableRefusal) -> TableKey {
        let pk = try text("pk", in: item, atMost: 2_048)
        return TableKey(pk: pk, sk: hasSortKey ? try text("sk", in: item, atMost: 1_024) : [])
    }

    private func text(_ name: String, in item: TableItem, atMost limit: Int) throws(TableRefusal) -> [UInt8] {
        guard case .string(let text) = item[name], 1...limit ~= text.utf8.count else {
            throw .invalid(
                "One or more parameter values were invalid: the key \(name) must be a text of 1 to \(limit) bytes")
        }
        return Array(text.utf8)
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

/// The tables' items.
struct TableData {
    /// A table: its schema and its items by their keys.
    struct Table {
        let schema: TableSchema
        var items: [TableKey: TableItem] = [:]

        /// The items in the order of their keys.
        var sorted: [(key: TableKey, value: TableItem)] { items.sorted { $0.key < $1.key } }
    }

    /// A change of one item; nil removes it.
    struct Change {
        let table: String
        let key: TableKey
        let item: TableItem?
    }

    private(set) var tables: [String: Table] = [:]

    init(_ schemas: [TableSchema]) {
        for schema in schemas { tables[schema.name] = Table(schema: schema) }
    }

    /// The table that a request names.
    func table(_ request: TableRequest) throws(TableRefusal) -> Table {
        guard let name = try request.text("TableName"), let table = tables[name] else { throw .noTable }
        return table
    }

    mutating func apply(_ changes: [Change]) {
        for change in changes { tables[change.table]?.items[change.key] = change.item }
    }
}

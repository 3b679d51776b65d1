internal import JSON

extension TableData {
    private static let version: Int64 = 1
    private static let maximumBytes = 1 << 30

    /// The tables as a file keeps them: sorted, so that the same items always make the same bytes.
    var json: [UInt8] {
        let tables = tables.values.sorted { $0.schema.name < $1.schema.name }.map { table in
            JSONWriter.object { written in
                written.member("name", table.schema.name)
                written.member("hasSortKey", table.schema.hasSortKey)
                written.member("items", raw: JSONWriter.array(table.sorted.map { $0.value.json }))
            }
        }
        return JSONWriter.object { file in
            file.member("version", Self.version)
            file.member("tables", raw: JSONWriter.array(tables))
        }
    }

    /// Reads tables; nil if the bytes are not theirs, or if any item cannot be read, because the next write would lose
    /// it.
    init?(_ schemas: [TableSchema], json bytes: [UInt8]) {
        guard let file = try? JSONValue(parsing: bytes, maximumBytes: Self.maximumBytes),
            file["version"]?.integer == Self.version,
            let tables = file["tables"], tables.kind == .array
        else { return nil }
        self.init(schemas)
        for table in tables.elements {
            guard let name = table["name"]?.string, let schema = schemas.first(where: { $0.name == name }),
                table["hasSortKey"]?.bool == schema.hasSortKey, let items = table["items"], items.kind == .array
            else { return nil }
            for element in items.elements {
                guard let item = try? TableItem(json: element), let key = try? schema.key(ofNew: item) else {
                    return nil
                }
                apply([Change(table: name, key: key, item: item)])
            }
        }
    }
}

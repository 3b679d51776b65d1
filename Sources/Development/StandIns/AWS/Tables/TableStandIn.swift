internal import Essentials
internal import JSON
private import Synchronization

/// A stand-in for DynamoDB: some tables, and what the functions send to them. It refuses everything else. Each request
/// is answered as if no other were under way. It never deletes items that have expired; DynamoDB deletes them only some
/// time later.
package final class TableStandIn: Sendable {
    /// The tables.
    package let schemas: [TableSchema]
    private let now: @Sendable () -> Int64
    private let file: String?
    private let stored: Mutex<State>

    private struct State {
        var data: TableData
        /// The contents and times of transactions by their tokens.
        var transactions: [String: (content: [UInt8], time: Int64)] = [:]
    }

    /// Empty tables, which live as long as the stand-in.
    /// - Parameter now: seconds since 1970; the default is the machine's clock.
    package init(_ schemas: [TableSchema], now: @escaping @Sendable () -> Int64 = TableStandIn.clock) {
        self.schemas = schemas
        self.now = now
        file = nil
        stored = Mutex(State(data: TableData(schemas)))
    }

    /// One empty table without a sort key.
    package convenience init(_ name: String) { self.init([TableSchema(name)]) }

    /// Tables that are kept in a file, which each write replaces before it is answered. Without a file they are empty.
    /// - Throws: `StateFileError` if the file cannot be read, or does not hold these tables. It is left unchanged.
    package init(_ schemas: [TableSchema], file: String) throws {
        self.schemas = schemas
        self.file = file
        now = Self.clock
        var data = TableData(schemas)
        if let bytes = try StateFile.read(file) {
            guard let read = TableData(schemas, json: bytes) else { throw StateFileError.notAState(path: file) }
            data = read
        }
        stored = Mutex(State(data: data))
    }

    /// The machine's clock, in seconds since 1970.
    package static let clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

    /// Answers a request.
    /// - Parameters:
    ///   - operation: what `X-Amz-Target` names, such as `PutItem`.
    ///   - body: the content.
    /// - Returns: a status and a content.
    package func respond(to operation: String, _ body: [UInt8]) -> (status: Int, body: [UInt8]) {
        do throws(TableRefusal) {
            guard let json = try? JSONValue(parsing: body) else { throw .notPlayed("a request that is no JSON") }
            return (200, try answer(to: operation, json))
        } catch {
            return (error.status, error.body)
        }
    }

    private func answer(to operation: String, _ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        try stored.withLock { state throws(TableRefusal) in
            switch operation {
            case "GetItem": return try state.data.getItem(json)
            case "Query": return try state.data.query(json)
            case "PutItem": return try write(.put, json, &state)
            case "UpdateItem": return try write(.update, json, &state)
            case "TransactWriteItems": return try transact(json, &state)
            default: throw .notPlayed("the operation \(operation)")
            }
        }
    }

    private func write(_ kind: TableWrite.Kind, _ json: JSONValue, _ state: inout State) throws(TableRefusal) -> [UInt8]
    {
        let (change, answer) = try state.data.write(kind, json)
        try apply([change], &state)
        return answer
    }

    /// Makes a transaction. One that comes again with its token within ten minutes changes nothing.
    private func transact(_ json: JSONValue, _ state: inout State) throws(TableRefusal) -> [UInt8] {
        let (token, content) = (json["ClientRequestToken"]?.string, json["TransactItems"].map { Array($0.bytes) } ?? [])
        let now = now()
        state.transactions = state.transactions.filter { now < $0.value.time + 600 }
        if let token, let made = state.transactions[token] {
            guard made.content == content else { throw .otherContent }
            return Array("{}".utf8)
        }
        try apply(try state.data.transact(json), &state)
        if let token { state.transactions[token] = (content, now) }
        return Array("{}".utf8)
    }

    /// Makes changes, in the file first: what has been answered is kept.
    private func apply(_ changes: [TableData.Change], _ state: inout State) throws(TableRefusal) {
        if let file {
            var changed = state.data
            changed.apply(changes)
            do { try StateFile.replace(file, with: changed.json) } catch { throw .failed }
        }
        state.data.apply(changes)
    }
}

extension TableStandIn {
    /// The items of a table in the order of their keys; empty for a table that does not exist.
    package func items(in table: String) -> [TableItem] {
        stored.withLock { $0.data.tables[table]?.sorted.map(\.value) ?? [] }
    }

    /// The items of the first table, which has no sort key, by their keys.
    package var items: [String: TableItem] {
        let items = schemas.first.map { self.items(in: $0.name) } ?? []
        return Dictionary(
            items.compactMap { item in
                if case .string(let pk) = item["pk"] { (pk, item) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Empties all tables, and then gives them these items, by the tables' names. An item without its key is left out.
    /// A file stays as it is until the next write.
    package func replaceItems(with items: [String: [TableItem]]) {
        let changes = schemas.flatMap { Self.changes($0, items[$0.name] ?? []) }
        stored.withLock { state in
            state = State(data: TableData(schemas))
            state.data.apply(changes)
        }
    }

    /// Gives a table items, in place of those with the same keys. An item without its key is left out.
    package func add(_ items: [TableItem], to table: String) {
        let changes = schemas.filter { $0.name == table }.flatMap { Self.changes($0, items) }
        stored.withLock { $0.data.apply(changes) }
    }

    private static func changes(_ schema: TableSchema, _ items: [TableItem]) -> [TableData.Change] {
        items.compactMap { item in
            (try? schema.key(ofNew: item)).map { TableData.Change(table: schema.name, key: $0, item: item) }
        }
    }
}

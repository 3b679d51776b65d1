internal import AWS
package import ExpiringState
package import HTTP

/// The storage in the state table. Each call is made of reads and conditional updates of one item.
package struct TableCodeStorage: CodeStorage {
    private let table: StateTable
    private let deadline: Deadline

    /// The storage in that table, whose calls must end by that deadline.
    package init(_ table: StateTable, by deadline: Deadline) {
        self.table = table
        self.deadline = deadline
    }

    /// The attributes of an item; nil if there is none.
    func item(_ key: String) throws(CodeStorageError) -> DynamoDBItem? {
        do { return try table.item(key, by: deadline) } catch { throw .unavailable("\(error)") }
    }

    /// Updates an item.
    /// - Parameter end: when the item is no longer needed, in milliseconds since 1970; `:until` in the expressions.
    func update(
        _ key: String, _ update: String, if condition: String, _ values: [(name: String, value: DynamoDBValue)],
        until end: Int64? = nil
    ) throws(CodeStorageError) -> DynamoDBWrite.Outcome {
        var values = values
        if let end { values.append(("until", .number(Self.seconds(end)))) }
        do {
            return try table.update(key, update, where: condition, values, by: deadline)
        } catch { throw .unavailable("\(error)") }
    }

    /// Changes an item by a function of its attributes, again if somebody else has changed it in the meantime.
    /// - Parameter change: the attributes to set (`SET` with the same names), and the result; without attributes,
    ///   nothing is changed. A change that finds itself made already must set nothing.
    func change<Result>(
        _ key: String,
        _ change: (DynamoDBItem?) throws(CodeStorageError) -> (set: [(name: String, value: DynamoDBValue)], Result)
    ) throws(CodeStorageError) -> Result {
        var current = try item(key)
        for _ in 0..<Self.changes {
            let (attributes, result) = try change(current)
            guard !attributes.isEmpty else { return result }
            let version = current?["itemVersion"]?.number
            var values = attributes + [("itemVersion", .number((version ?? 0) + 1))]
            let assignments = values.map { "\($0.name) = :\($0.name)" }.joined(separator: ", ")
            if let version { values.append(("old", .number(version))) }
            let outcome = try update(
                key, "SET " + assignments,
                if: version == nil ? "attribute_not_exists(itemVersion)" : "itemVersion = :old", values)
            guard case .conditionFailed(let item) = outcome else { return result }
            current = item.isEmpty ? nil : item
        }
        throw .contended
    }

    /// Seconds for a time in milliseconds, never earlier than it.
    static func seconds(_ milliseconds: Int64) -> Int64 { milliseconds / 1_000 + 1 }

    /// How often a change is tried. A bucket changes only when it admits a mail or is given one back, and a launch only
    /// three times, so nobody can keep an item changing.
    private static let changes = 10
}

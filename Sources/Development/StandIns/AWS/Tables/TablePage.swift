internal import JSON

/// The page that a reading asks for.
struct TablePage {
    private let schema: TableSchema
    private let limit: Int
    private let start: TableKey?

    /// The most that DynamoDB reads for a page, in bytes.
    private static let maximumBytes = 1 << 20

    init(_ request: TableRequest, _ schema: TableSchema) throws(TableRefusal) {
        self.schema = schema
        if let limit = request["Limit"] {
            guard let number = limit.integer else { throw .malformed }
            guard number >= 1 else {
                throw .invalid(
                    "1 validation error detected: Value '\(number)' at 'limit' failed to satisfy constraint: Member "
                        + "must have value greater than or equal to 1")
            }
            self.limit = Int(number)
        } else {
            limit = .max
        }
        start = try request["ExclusiveStartKey"].map { json throws(TableRefusal) in
            guard let key = try? schema.key(json) else {
                throw .invalid(
                    "The provided starting key is invalid: The provided key element does not match the schema")
            }
            return key
        }
    }

    /// The content of the answer.
    /// - Parameters:
    ///   - items: everything that the reading comes to, in its order.
    ///   - filter: what an item must meet to be in the answer; it counts towards the page in any case.
    func answer(
        _ items: some Sequence<(key: TableKey, value: TableItem)>, _ isForward: Bool, _ filter: ConditionExpression?
    ) -> [UInt8] {
        var page: [TableItem] = []
        var bytes = 0
        var isComplete = true
        for (key, item) in items {
            if let start, isForward ? key <= start : key >= start { continue }
            page.append(item)
            bytes += item.storedSize
            // DynamoDB says that there may be more as soon as the page is full, whether there is more or not.
            if page.count == limit || bytes >= Self.maximumBytes {
                isComplete = false
                break
            }
        }
        let shown = page.filter { filter?.holds(for: $0) ?? true }
        return JSONWriter.object { body in
            body.member("Items", raw: JSONWriter.array(shown.map(\.json)))
            body.member("Count", Int64(shown.count))
            body.member("ScannedCount", Int64(page.count))
            if !isComplete, let last = page.last { body.member("LastEvaluatedKey", raw: schema.key(of: last).json) }
        }
    }
}

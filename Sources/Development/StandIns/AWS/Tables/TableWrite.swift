internal import JSON

/// A parsed write of one item.
struct TableWrite {
    enum Kind: String {
        case put = "Put", update = "Update", delete = "Delete"

        /// The members of a request that every write of the kind may have.
        fileprivate var members: [String] {
            let common = [
                "TableName", "ConditionExpression", "ExpressionAttributeNames", "ExpressionAttributeValues",
                "ReturnValuesOnConditionCheckFailure",
            ]
            return common + (self == .put ? ["Item"] : self == .update ? ["Key", "UpdateExpression"] : ["Key"])
        }
    }

    let table: String
    let key: TableKey
    private let kind: Kind
    /// What is put; for other writes, the attributes of the key.
    private let item: TableItem
    private let update: TableUpdate?
    private let condition: TableCondition?
    private let returnsOld: Bool

    /// Reads the parameters of a write, alone or in a transaction.
    /// - Parameter more: members that are read elsewhere.
    init(_ kind: Kind, _ json: JSONValue, in data: TableData, more: [String] = []) throws(TableRefusal) {
        let request = try TableRequest(json, members: kind.members + more)
        let schema = try data.table(request).schema
        var reader = try ExpressionReader(request)
        update =
            kind == .update
            ? try TableUpdate(try request.text("UpdateExpression") ?? "", schema.keyNames, &reader) : nil
        condition = try request.text("ConditionExpression").map { text throws(TableRefusal) in
            try TableCondition(text, kind: "ConditionExpression", &reader)
        }
        try reader.requireAllUsed()
        returnsOld = try request.has("ReturnValuesOnConditionCheckFailure", "ALL_OLD")
        item = try TableItem(json: request[kind == .put ? "Item" : "Key"])
        key = try kind == .put ? schema.key(ofNew: item) : schema.key(ofRequest: item)
        table = schema.name
        self.kind = kind
    }

    /// The item after the write; nil if there is none.
    /// - Throws: `TableRefusal.conditionFailed`, or `invalid` if the item does not suit the update.
    func applied(to old: TableItem?) throws(TableRefusal) -> TableItem? {
        if let condition, !condition.holds(for: old ?? [:]) { throw .conditionFailed(returnsOld ? old : nil) }
        guard kind != .delete else { return nil }
        let new = try update?.applied(to: old ?? item) ?? item
        guard new.storedSize <= 400 << 10 else { throw .invalid("Item size has exceeded the maximum allowed size") }
        return new
    }
}

extension TableData {
    /// Makes one write (`PutItem`, `UpdateItem`).
    /// - Returns: the change, and the content of the answer.
    func write(_ kind: TableWrite.Kind, _ json: JSONValue) throws(TableRefusal) -> (change: Change, answer: [UInt8]) {
        let returned = kind == .update ? ["ReturnValues"] : []
        let write = try TableWrite(kind, json, in: self, more: returned)
        let returnsNew = try TableRequest(json, members: json.members.map(\.name)).has("ReturnValues", "ALL_NEW")
        let new = try write.applied(to: tables[write.table]?.items[write.key])
        let answer = JSONWriter.object { body in
            if returnsNew, let new { body.member("Attributes", raw: new.json) }
        }
        return (Change(table: write.table, key: write.key, item: new), answer)
    }

    /// Judges all writes of a transaction (`TransactWriteItems`).
    /// - Returns: their changes.
    /// - Throws: `TableRefusal.cancelled` if one of them cannot be made.
    func transact(_ json: JSONValue) throws(TableRefusal) -> [Change] {
        let request = try TableRequest(json, members: ["TransactItems", "ClientRequestToken"])
        let elements = request["TransactItems"]?.elements ?? []
        guard 1...100 ~= elements.count else { throw .notPlayed("a transaction of \(elements.count) writes") }
        var writes: [TableWrite] = []
        for element in elements {
            let member = element.members.first
            guard let member, element.members.count == 1, let kind = TableWrite.Kind(rawValue: member.name) else {
                throw .notPlayed("\(member?.name ?? "nothing") in a transaction")
            }
            let write = try TableWrite(kind, member.value, in: self)
            guard !writes.contains(where: { $0.table == write.table && $0.key == write.key }) else {
                throw .invalid("Transaction request cannot include multiple operations on one item")
            }
            writes.append(write)
        }
        var reasons: [TableRefusal.CancellationReason] = []
        var changes: [Change] = []
        for write in writes {
            do {
                let new = try write.applied(to: tables[write.table]?.items[write.key])
                changes.append(Change(table: write.table, key: write.key, item: new))
                reasons.append(TableRefusal.CancellationReason(code: "None"))
            } catch {
                reasons.append(try error.reason())
            }
        }
        guard changes.count == writes.count else { throw .cancelled(reasons) }
        return changes
    }
}

extension TableRefusal {
    /// What the refusal of one write is in the answer to a transaction.
    fileprivate func reason() throws(TableRefusal) -> CancellationReason {
        switch self {
        case .conditionFailed(let item):
            CancellationReason(
                code: "ConditionalCheckFailed", message: "The conditional request failed", item: item)
        case .plain("ValidationException", let text): CancellationReason(code: "ValidationError", message: text)
        default: throw self
        }
    }
}

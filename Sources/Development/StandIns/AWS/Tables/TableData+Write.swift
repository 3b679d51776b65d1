internal import JSON

extension TableData {
    /// Makes one write (`PutItem`, `UpdateItem`, `DeleteItem`).
    /// - Returns: the change, and the content of the answer.
    func write(_ kind: TableWrite.Kind, _ json: JSONValue) throws(TableRefusal) -> (change: Change, answer: [UInt8]) {
        let write = try TableWrite(kind, json, in: self, more: ["ReturnValues"])
        let old = tables[write.table]?.items[write.key]
        let new = try write.applied(to: old)
        let returned: TableItem? =
            switch try TableRequest.returnValues(json, kind) {
            case "ALL_OLD": old
            case "ALL_NEW": new
            default: nil
            }
        let answer = JSONWriter.object { body in
            if let returned { body.member("Attributes", raw: returned.json) }
        }
        return (Change(table: write.table, key: write.key, item: new), answer)
    }

    /// Judges all writes of a transaction (`TransactWriteItems`).
    /// - Returns: their changes.
    /// - Throws: `TableRefusal.cancelled` if one of them cannot be made.
    func transact(_ json: JSONValue) throws(TableRefusal) -> [Change] {
        let request = try TableRequest(json, members: ["TransactItems", "ClientRequestToken"])
        guard let elements = request["TransactItems"], elements.kind == .array else { throw .malformed }
        guard 1...100 ~= elements.elements.count else {
            throw .invalid(
                "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have "
                    + (elements.elements.isEmpty
                        ? "length greater than or equal to 1" : "length less than or equal to 100"))
        }
        var writes: [TableWrite] = []
        for element in elements.elements { writes.append(try write(inTransaction: element)) }
        for (index, write) in writes.enumerated()
        where writes[..<index].contains(where: { $0.table == write.table && $0.key == write.key }) {
            throw .invalid("Transaction request cannot include multiple operations on one item")
        }
        var reasons: [TableRefusal.CancellationReason] = []
        var changes: [Change] = []
        for write in writes {
            do {
                let new = try write.applied(to: tables[write.table]?.items[write.key])
                changes.append(Change(table: write.table, key: write.key, item: new))
                reasons.append(.none)
            } catch {
                reasons.append(try error.reason())
            }
        }
        guard changes.count == writes.count else { throw .cancelled(reasons) }
        return changes
    }

    private func write(inTransaction element: JSONValue) throws(TableRefusal) -> TableWrite {
        guard element.members.count == 1, let (name, parameters) = element.members.first,
            let kind = TableWrite.Kind(rawValue: name)
        else {
            throw .invalid("TransactItems can only contain one of Check, Put, Update or Delete")
        }
        if kind == .update, parameters["UpdateExpression"] == nil { throw .malformed }
        return try TableWrite(kind, parameters, in: self)
    }
}

extension TableRefusal {
    /// What the refusal of one write is in the answer to a transaction.
    fileprivate func reason() throws(TableRefusal) -> CancellationReason {
        switch self {
        case .conditionFailed(let item):
            CancellationReason(
                code: "ConditionalCheckFailed", message: "The conditional request failed", item: item)
        case .invalid(let text): CancellationReason(code: "ValidationError", message: text)
        default: throw self
        }
    }
}

extension TableRequest {
    /// The `ReturnValues` of a write.
    fileprivate static func returnValues(
        _ json: JSONValue, _ kind: TableWrite.Kind
    ) throws(TableRefusal) -> String {
        let choices = ["NONE", "ALL_OLD"] + (kind == .update ? ["ALL_NEW"] : [])
        return try TableRequest(json, members: json.members.map(\.name)).choice("ReturnValues", choices)
    }
}

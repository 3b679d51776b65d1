internal import JSON

/// A parsed write of one item.
struct TableWrite {
    enum Kind: String, CaseIterable {
        case put = "Put", update = "Update", delete = "Delete", check = "ConditionCheck"

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
    private let keyItem: TableItem
    private let kind: Kind
    private let item: TableItem
    private let update: UpdateExpression?
    private let condition: ConditionExpression?
    private let returnsOld: Bool

    /// Reads the parameters of a write, alone or in a transaction.
    /// - Parameter more: members that are read elsewhere.
    init(_ kind: Kind, _ json: JSONValue, in data: TableData, more: [String] = []) throws(TableRefusal) {
        let request = try TableRequest(json, members: kind.members + more)
        let schema = try data.table(request.text("TableName")).schema
        var input = try ExpressionInput(
            json, expressions: (kind == .update ? ["UpdateExpression"] : []) + ["ConditionExpression"])
        update = try request.text("UpdateExpression").map { text throws(TableRefusal) in
            try UpdateExpression(text, input: &input)
        }
        condition = try request.condition("ConditionExpression", &input)
        try input.requireAllUsed()
        table = schema.name
        self.kind = kind
        if kind == .put {
            guard let written = request["Item"] else { throw .malformed }
            item = try TableItem(json: written)
            key = try schema.key(ofNew: item)
            keyItem = schema.key(of: item)
        } else {
            key = try schema.key(request["Key"])
            keyItem = try TableItem(json: request["Key"] ?? json)
            item = [:]
        }
        for (path, _) in update?.actions ?? [] where schema.keyNames.contains(path.attribute) {
            throw .invalid(
                "One or more parameter values were invalid: Cannot update attribute \(path.attribute). "
                    + "This attribute is part of the key")
        }
        returnsOld = try request.choice("ReturnValuesOnConditionCheckFailure", ["NONE", "ALL_OLD"]) == "ALL_OLD"
        if kind == .check, condition == nil { throw .malformed }
    }

    /// The item after the write; nil if there is none.
    /// - Throws: `TableRefusal.conditionFailed`, or `invalid` if the item does not suit the update.
    func applied(to old: TableItem?) throws(TableRefusal) -> TableItem? {
        if let condition, !condition.holds(for: old ?? [:]) { throw .conditionFailed(returnsOld ? old : nil) }
        switch kind {
        case .check: return old
        case .delete: return nil
        case .put: return try Self.checked(item, "Item size has exceeded the maximum allowed size")
        case .update:
            guard let update else { return old ?? keyItem }
            return try Self.checked(
                update.applied(to: old ?? keyItem), "Item size to update has exceeded the maximum allowed size")
        }
    }

    private static func checked(_ item: TableItem, _ text: String) throws(TableRefusal) -> TableItem {
        guard item.storedSize <= 400 << 10 else { throw .invalid(text) }
        return item
    }
}

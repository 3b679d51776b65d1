internal import JSON

extension TableData {
    /// Reads one item (`GetItem`).
    func getItem(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(json, members: ["TableName", "Key", "ConsistentRead"])
        try request.requireConsistency()
        let table = try table(request)
        let item = table.items[try table.schema.key(ofRequest: TableItem(json: request["Key"]))]
        return JSONWriter.object { body in
            if let item { body.member("Item", raw: item.json) }
        }
    }

    /// Reads a page of the items of one partition (`Query`).
    func query(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(
            json,
            members: [
                "TableName", "KeyConditionExpression", "FilterExpression", "ExpressionAttributeValues",
                "ConsistentRead", "Limit", "ExclusiveStartKey",
            ])
        try request.requireConsistency()
        let table = try table(request)
        var reader = try ExpressionReader(request)
        let condition = try TableCondition(
            try request.text("KeyConditionExpression") ?? "", kind: "KeyConditionExpression", &reader)
        guard case .equals("pk", .string(let pk)) = condition else {
            throw .notPlayed("another KeyConditionExpression than the pk's")
        }
        let filter = try request.text("FilterExpression").map { text throws(TableRefusal) in
            try TableCondition(text, kind: "FilterExpression", &reader)
        }
        try reader.requireAllUsed()
        guard let limit = request["Limit"]?.integer, limit > 0 else { throw .notPlayed("a Query without Limit") }
        let start = try request["ExclusiveStartKey"].map { json throws(TableRefusal) in
            try table.schema.key(ofRequest: TableItem(json: json))
        }
        let items = table.sorted.filter { key, _ in key.pk == Array(pk.utf8) && start.map { key > $0 } ?? true }
        let page = items.prefix(Int(limit)).map(\.value)
        // What the filter keeps out counts towards the page.
        let shown = page.filter { filter?.holds(for: $0) ?? true }
        return JSONWriter.object { body in
            body.member("Items", raw: JSONWriter.array(shown.map(\.json)))
            body.member("Count", Int64(shown.count))
            body.member("ScannedCount", Int64(page.count))
            // DynamoDB says that there may be more as soon as the page is full, whether there is more or not.
            if page.count == Int(limit), let last = page.last {
                body.member("LastEvaluatedKey", raw: table.schema.key(of: last).json)
            }
        }
    }
}

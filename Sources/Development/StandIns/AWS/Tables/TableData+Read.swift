internal import JSON

extension TableData {
    /// Reads one item (`GetItem`).
    func getItem(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(json, members: ["TableName", "Key", "ConsistentRead"])
        let table = try table(request.text("TableName"))
        let item = table.items[try table.schema.key(request["Key"])]
        _ = try request.flag("ConsistentRead")
        return JSONWriter.object { body in
            if let item { body.member("Item", raw: item.json) }
        }
    }

    /// Reads the items of one partition (`Query`).
    func query(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(
            json,
            members: Self.pageMembers + ["KeyConditionExpression", "ScanIndexForward", "ConsistentRead"])
        let table = try table(request.text("TableName"))
        var input = try ExpressionInput(json, expressions: ["FilterExpression", "KeyConditionExpression"])
        guard let text = try request.text("KeyConditionExpression") else {
            throw .invalid(
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
        }
        let condition = try KeyCondition(text, of: table.schema, input: &input)
        let filter = try request.condition("FilterExpression", &input)
        try input.requireAllUsed()
        let items = table.items.filter { $0.key.pk == condition.pk && condition.sort.holds(for: $0.value) }
            .sorted { $0.key < $1.key }
        let isForward = try request.flag("ScanIndexForward", default: true)
        return try TablePage(request, table.schema).answer(isForward ? items : items.reversed(), isForward, filter)
    }

    /// Reads a table (`Scan`).
    func scan(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(json, members: Self.pageMembers + ["ConsistentRead"])
        let table = try table(request.text("TableName"))
        var input = try ExpressionInput(json, expressions: ["FilterExpression"])
        let filter = try request.condition("FilterExpression", &input)
        try input.requireAllUsed()
        return try TablePage(request, table.schema).answer(table.sorted, true, filter)
    }

    private static let pageMembers = [
        "TableName", "ExpressionAttributeNames", "ExpressionAttributeValues", "FilterExpression", "Limit",
        "ExclusiveStartKey",
    ]

    /// Describes a table (`DescribeTable`).
    func describe(_ json: JSONValue) throws(TableRefusal) -> [UInt8] {
        let request = try TableRequest(json, members: ["TableName"])
        let table = try table(request.text("TableName"))
        let schema = zip(table.schema.keyNames, ["HASH", "RANGE"]).map { name, type in
            JSONWriter.object { element in
                element.member("AttributeName", name)
                element.member("KeyType", type)
            }
        }
        let definitions = table.schema.keyNames.map { name in
            JSONWriter.object { element in
                element.member("AttributeName", name)
                element.member("AttributeType", "S")
            }
        }
        return JSONWriter.object { body in
            body.member("Table") { written in
                written.member("TableName", table.schema.name)
                written.member("TableStatus", "ACTIVE")
                written.member("KeySchema", raw: JSONWriter.array(schema))
                written.member("AttributeDefinitions", raw: JSONWriter.array(definitions))
                written.member("ItemCount", Int64(table.items.count))
            }
        }
    }
}

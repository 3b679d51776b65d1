package import HTTP
private import JSON

extension AWSClient {
    /// Reads an item as the last write has left it (Amazon DynamoDB, `GetItem`); nil if there is none.
    /// - Throws: `AWSError` if the table does not answer.
    package func item(
        _ key: DynamoDBKey, in table: String, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBItem? {
        let body = JSONWriter.object { body in
            body.member("TableName", table)
            body.member("Key") { $0.members(key.attributes) }
            body.member("ConsistentRead", true)
        }
        let answer = try dynamoDB("GetItem", region: region, body: body, by: deadline).success()
        guard let item = answer["Item"] else { return nil }
        guard item.kind == .object else { throw .unreadable }
        return item.item
    }

    /// Reads all items of a partition key as the last writes have left them, sorted by `sk` (Amazon DynamoDB, `Query`).
    /// Writes that are made between two pages may or may not be seen.
    /// - Parameter attribute: only items without this attribute leave the table; nil for all items.
    /// - Throws: `AWSError` if the table does not answer with all of them before the deadline.
    package func items(
        pk: String, without attribute: StaticString? = nil, in table: String, region: String, by deadline: Deadline
    ) throws(AWSError) -> [DynamoDBItem] {
        var items: [DynamoDBItem] = []
        var start: JSONValue?
        repeat {
            let body = JSONWriter.object { body in
                body.member("TableName", table)
                body.member("KeyConditionExpression", "pk = :pk")
                body.member("FilterExpression", ifPresent: attribute.map { "attribute_not_exists(\($0))" })
                body.member("ExpressionAttributeValues") { $0.members(["pk": .string(pk)], prefix: ":") }
                body.member("ConsistentRead", true)
                body.member("Limit", Self.pageSize)
                if let start { body.member("ExclusiveStartKey", raw: start.bytes) }
            }
            let answer = try dynamoDB("Query", region: region, body: body, by: deadline).success()
            guard let page = answer["Items"], page.kind == .array else { throw .unreadable }
            items += page.elements.map(\.item)
            start = answer["LastEvaluatedKey"]
        } while start != nil
        return items
    }

    /// How many items a page holds at most: few enough that an answer stays below the limit for answers.
    private static let pageSize: Int64 = 100
}

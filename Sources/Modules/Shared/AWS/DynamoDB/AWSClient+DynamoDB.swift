package import HTTP
internal import JSON

extension AWSClient {
    /// Calls an operation of Amazon DynamoDB, all of which are idempotent here.
    ///
    /// It is sent once more if the service does not answer or says that it is overloaded. If it collides with another
    /// write of the same item, it is sent up to three times more, each after a longer pause. Nothing is sent when the
    /// deadline has come.
    func dynamoDB(
        _ operation: StaticString, region: String, body: [UInt8], by deadline: Deadline
    ) throws(AWSError) -> AWSAnswer {
        var hasResent = false
        var pauses = Self.pauses[...]
        while true {
            let answer: AWSAnswer
            do {
                answer = try post(
                    "/", to: .dynamoDB, region: region, headers: [Service.dynamoDB.target(operation)], body: body,
                    by: deadline, limit: Self.attemptLimit)
            } catch {
                guard error.isTransient, !hasResent, deadline.allowsAnotherCall else { throw error }
                hasResent = true
                continue
            }
            if answer.isConflict {
                guard let milliseconds = pauses.popFirst() else { return answer }
                pause(milliseconds)
                guard deadline.allowsAnotherCall else { return answer }
            } else {
                guard answer.isTransient, !hasResent, deadline.allowsAnotherCall else { return answer }
                hasResent = true
            }
        }
    }

    /// The longest time for one attempt in milliseconds: a healthy table answers within a few, and the second attempt
    /// needs time too.
    private static let attemptLimit: Int64 = 1_200

    /// The longest pauses before a write is sent again that collided with another one, in milliseconds. A transaction
    /// takes some ten milliseconds.
    private static let pauses: [Int64] = [20, 60, 180]
}

extension AWSClient.Service {
    /// Amazon DynamoDB.
    package static let dynamoDB = AWSClient.Service(
        endpointPrefix: "dynamodb", variable: "DYNAMODB", targetPrefix: "DynamoDB_20120810",
        contentType: "application/x-amz-json-1.0")
}

extension AWSError {
    /// Whether the same request may reach the service a moment later.
    fileprivate var isTransient: Bool {
        switch self {
        case .unreachable(.timedOut), .unreachable(.connectionLost): true
        default: false
        }
    }
}

extension AWSAnswer {
    /// Whether another write of the same item, or the same transaction, was under way. Nothing has been done then.
    fileprivate var isConflict: Bool {
        switch errorType {
        case "TransactionConflictException", "TransactionInProgressException": true
        case "TransactionCanceledException":
            json?["CancellationReasons"]?.elements.contains { element in
                (try? DynamoDBTransactionOutcome.Reason(element, status: 0))?.passesByItself ?? false
            } ?? false
        default: false
        }
    }
}

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

extension AWSClient {
    /// Makes a write (Amazon DynamoDB, `PutItem`, `UpdateItem` or `DeleteItem`).
    /// - Returns: the outcome; a condition that does not hold is an outcome and not an error.
    /// - Throws: `AWSError` if the table does not answer. Whether the write is made is not known then.
    package func write(
        _ write: DynamoDBWrite, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBWrite.Outcome {
        let answer = try dynamoDB(write.operation, region: region, body: write.body, by: deadline)
        if answer.errorType == "ConditionalCheckFailedException" {
            return .conditionFailed(answer.json?["Item"]?.item ?? [:])
        }
        _ = try answer.success()
        return .applied
    }

    /// Makes an update and reads the item (Amazon DynamoDB, `UpdateItem`).
    /// - Returns: whether the condition held, and the item as it is now; empty if there is none.
    /// - Throws: `AWSError` if the table does not answer. Whether the update is made is not known then.
    package func update(
        _ write: DynamoDBWrite, region: String, by deadline: Deadline
    ) throws(AWSError) -> (isApplied: Bool, item: DynamoDBItem) {
        var write = write
        write.returnsItem = true
        let answer = try dynamoDB(write.operation, region: region, body: write.body, by: deadline)
        if answer.errorType == "ConditionalCheckFailedException" { return (false, answer.json?["Item"]?.item ?? [:]) }
        guard let item = try answer.success()["Attributes"], item.kind == .object else { throw .unreadable }
        return (true, item.item)
    }

    /// Makes all of some writes or none of them (Amazon DynamoDB, `TransactWriteItems`). They may concern several
    /// tables, but no item twice.
    /// - Parameter token: 1 to 36 characters that no other transaction has. A caller that sends the same writes again
    /// with
    ///   the same token within ten minutes of the first success gets that success and changes nothing.
    /// - Returns: the outcome; a condition that does not hold is an outcome and not an error.
    /// - Throws: `AWSError` if the tables do not answer, or if the writes collide with others again and again. Whether
    ///   the writes are made is not known if there was no answer; in no case are some of them made.
    package func write(
        _ writes: [DynamoDBWrite], token: String, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBTransactionOutcome {
        let body = JSONWriter.object { body in
            body.member("TransactItems", raw: JSONWriter.array(writes.map(\.transactItem)))
            body.member("ClientRequestToken", token)
        }
        let answer = try dynamoDB("TransactWriteItems", region: region, body: body, by: deadline)
        guard answer.errorType == "TransactionCanceledException" else {
            _ = try answer.success()
            return .applied
        }
        let elements = answer.json?["CancellationReasons"]?.elements ?? []
        guard elements.count == writes.count else { throw .unreadable }
        var reasons: [DynamoDBTransactionOutcome.Reason] = []
        for element in elements { reasons.append(try .init(element, status: answer.status)) }
        let isDecided = reasons.contains { if case .conditionFailed = $0 { true } else { false } }
        guard isDecided else {
            guard reasons.contains(where: \.passesByItself) else { throw .unreadable }
            throw .refused(status: answer.status, type: "TransactionCanceledException, conflict or overload")
        }
        return .cancelled(reasons)
    }
}

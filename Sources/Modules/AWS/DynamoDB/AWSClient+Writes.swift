package import HTTP
private import JSON

extension AWSClient {
    /// Makes a write (Amazon DynamoDB, `PutItem`, `UpdateItem` or `DeleteItem`).
    /// - Returns: the outcome; a condition that does not hold is an outcome and not an error.
    /// - Throws: `AWSError` if the table does not answer. Whether the write is made is not known then.
    package func write(
        _ write: DynamoDBWrite, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBWrite.Outcome {
        let answer = try dynamoDB(write.operation(), region: region, body: write.body, by: deadline)
        if answer.errorType == "ConditionalCheckFailedException" {
            return .conditionFailed(answer.json?["Item"]?.item ?? [:])
        }
        _ = try answer.success()
        return .applied
    }

    /// Makes all of some writes or none of them (Amazon DynamoDB, `TransactWriteItems`). They may concern several
    /// tables, but no item twice.
    /// - Parameter token: 1 to 36 characters that no other transaction has. Whoever sends the same writes again with the
    ///   same token within ten minutes of the first success gets that success and changes nothing.
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

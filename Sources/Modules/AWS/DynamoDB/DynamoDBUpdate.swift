package import HTTP

/// An update of one item of a DynamoDB table whose key is one string, made only if its condition holds.
///
/// Every update of this product must be idempotent, because it is sent again if its answer gets lost.
package struct DynamoDBUpdate: Sendable {
    /// A value of an attribute.
    package typealias Value = DynamoDBValue
    /// What became of an update.
    package typealias Outcome = DynamoDBWrite.Outcome

    private let write: DynamoDBWrite

    /// An update with those parts.
    package init(
        table: String, key: (name: String, value: String), update: String, condition: String,
        values: [(name: String, value: Value)]
    ) {
        write = DynamoDBWrite(
            .update(update), DynamoDBKey(key.value), in: table, if: condition,
            values: Dictionary(values.map { ($0.name, $0.value) }) { _, last in last })
    }

    fileprivate func make(_ client: AWSClient, region: String, by deadline: Deadline) throws(AWSError) -> Outcome {
        try client.write(write, region: region, by: deadline)
    }
}

extension AWSClient {
    /// Updates an item (Amazon DynamoDB, `UpdateItem`), and retries once if the service does not answer, or says that
    /// it is overloaded.
    /// - Returns: the outcome; a condition that does not hold is an outcome and not an error.
    package func update(
        _ update: DynamoDBUpdate, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBUpdate.Outcome {
        try update.make(self, region: region, by: deadline)
    }
}

package import AWS
package import HTTP

/// What has to be remembered for a while: one DynamoDB table (`STATE_TABLE`).
///
/// An item's key, the string `pk`, is a word for its kind and a digest; no name, address, token or code is in it.
/// `expiresAt`, in seconds since 1970, is the attribute by which DynamoDB deletes items some time after their end.
/// Nothing relies on that: an item that has ended counts as absent.
///
/// Every change is one conditional update. DynamoDB makes it atomically, and repeating it has the same effect.
package struct StateTable {
    private let name: String
    private let region: String
    private let aws: AWSClient
    /// Milliseconds since 1970.
    package let now: @Sendable () -> Int64

    /// The table of that name in that region.
    package init(name: String, region: String, aws: AWSClient, now: @escaping @Sendable () -> Int64) {
        self.name = name
        self.region = region
        self.aws = aws
        self.now = now
    }

    /// An item as the last update has left it; nil if there is none. An item that has ended may still be there.
    /// - Parameters:
    ///   - pk: the item's key.
    ///   - deadline: when the table must have answered.
    /// - Throws: `AWSError` if the table does not answer.
    package func item(_ pk: String, by deadline: Deadline) throws(AWSError) -> DynamoDBItem? {
        try aws.item(DynamoDBKey(pk), in: name, region: region, by: deadline)
    }

    /// Updates an item.
    /// - Parameters:
    ///   - pk: the item's key.
    ///   - update: what to change (`UpdateExpression`).
    ///   - condition: the condition to meet (`ConditionExpression`).
    ///   - values: the values that both expressions name, without the colon.
    ///   - seconds: for how long from now the item is needed; `:until` in the expressions.
    ///   - deadline: when the table must have answered.
    /// - Throws: `AWSError` if the table does not answer. Nothing may be assumed then.
    package func update(
        _ pk: String, _ update: String, where condition: String,
        _ values: [(name: String, value: DynamoDBValue)], keepFor seconds: Int64? = nil, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBWrite.Outcome {
        var given: [String: DynamoDBValue] = [:]
        for (name, value) in values { given[name] = value }
        if let seconds { given["until"] = .number(now() / 1_000 + seconds) }
        let write = DynamoDBWrite(.update(update), DynamoDBKey(pk), in: name, if: condition, values: given)
        return try aws.write(write, region: region, by: deadline)
    }
}

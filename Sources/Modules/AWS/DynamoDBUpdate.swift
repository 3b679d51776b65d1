/// An update of one item of a DynamoDB table whose key is one string, made only if its condition holds.
///
/// Every update of this product must be idempotent, because it is sent again if its answer gets lost.
package struct DynamoDBUpdate: Sendable {
    /// A value of an attribute.
    package enum Value: Equatable, Sendable {
        case string(String)
        case number(Int64)
        /// A set of strings.
        case strings([String])
    }

    /// The table's name.
    package var table: String
    /// The name and value of the item's key.
    package var key: (name: String, value: String)
    /// What to change (`UpdateExpression`). An item that does not exist is created.
    package var update: String
    /// The condition to meet (`ConditionExpression`).
    package var condition: String
    /// The values that both expressions name, without the colon.
    package var values: [(name: String, value: Value)]

    /// An update with those parts.
    package init(
        table: String, key: (name: String, value: String), update: String, condition: String,
        values: [(name: String, value: Value)]
    ) {
        self.table = table
        self.key = key
        self.update = update
        self.condition = condition
        self.values = values
    }

    /// What became of an update.
    package enum Outcome: Equatable, Sendable {
        /// The update is made.
        case applied
        /// The condition does not hold for the item, which has these strings and numbers; empty if there is no item.
        case conditionFailed([String: Value])
    }
}

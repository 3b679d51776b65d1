/// An update of one item of a DynamoDB table whose key is one string, made where its condition holds.
///
/// Every update of this product must have the same effect made twice as made once: it is sent again when the answer to
/// it got lost.
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
    /// What to change (`UpdateExpression`). An item that does not exist comes to be.
    package var update: String
    /// Under which condition (`ConditionExpression`).
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

    /// What became of it.
    package enum Outcome: Equatable, Sendable {
        /// It is made.
        case applied
        /// The condition does not hold for the item, which has these strings and numbers; none where there is no item.
        case conditionFailed([String: Value])
    }
}

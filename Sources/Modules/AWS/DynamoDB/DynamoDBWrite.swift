/// A write of one item of a DynamoDB table, made only if its condition holds. It is made on its own or as a part of a
/// transaction.
///
/// A write may arrive twice, because it is sent again if its answer gets lost. Its condition must therefore let the same
/// write in again, or the caller must recognise its own write in the item for which the condition failed.
package struct DynamoDBWrite: Sendable {
    /// What is done with the item.
    package enum Action: Equatable, Sendable {
        /// The item is replaced by these attributes and its key.
        case put(DynamoDBItem)
        /// The item is changed (`UpdateExpression`). An item that does not exist is created.
        case update(String)
        /// The item is removed, if it exists.
        case delete
        /// Nothing; the condition alone counts. Only for transactions.
        case check
    }

    /// The table's name.
    package var table: String
    /// The item's key.
    package var key: DynamoDBKey
    /// What is done with the item.
    package var action: Action
    /// The condition to meet (`ConditionExpression`); nil for none.
    package var condition: String?
    /// The names that stand for attributes in the expressions, each without its `#`.
    package var names: [String: String]
    /// The values that the expressions name, each without its colon.
    package var values: [String: DynamoDBValue]

    /// A write of those parts.
    package init(
        _ action: Action, _ key: DynamoDBKey, in table: String, if condition: String? = nil,
        names: [String: String] = [:], values: [String: DynamoDBValue] = [:]
    ) {
        self.table = table
        self.key = key
        self.action = action
        self.condition = condition
        self.names = names
        self.values = values
    }

    /// What became of a write.
    package enum Outcome: Equatable, Sendable {
        /// The write is made.
        case applied
        /// The condition does not hold for the item, which has these attributes; empty if there is no item.
        case conditionFailed(DynamoDBItem)
    }
}

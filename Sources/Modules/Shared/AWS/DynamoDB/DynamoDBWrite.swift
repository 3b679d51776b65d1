internal import JSON

/// A write of one item of a DynamoDB table, made only if its condition holds. It is made on its own or as a part of a
/// transaction.
///
/// A write may arrive twice, because it is sent again if its answer gets lost. Its condition must therefore let the
/// same write in again, or the caller must recognise its own write in the item for which the condition failed.
package struct DynamoDBWrite: Sendable {
    /// What is done with the item.
    package enum Action: Equatable, Sendable {
        /// The item is replaced by these attributes and its key.
        case put(DynamoDBItem)
        /// The item is changed (`UpdateExpression`). An item that does not exist is created.
        case update(String)
        /// The item is removed, if it exists.
        case delete
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
    /// Whether the answer to an update has the item as it is then. Not for transactions.
    var returnsItem = false

    /// Makes a write.
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

    /// The outcome of a write.
    package enum Outcome: Equatable, Sendable {
        /// The write is made.
        case applied
        /// The condition does not hold for the item, which has these attributes; empty if there is no item.
        case conditionFailed(DynamoDBItem)
    }
}

extension DynamoDBWrite {
    /// The operation that makes the write on its own.
    var operation: StaticString {
        switch action {
        case .put: "PutItem"
        case .update: "UpdateItem"
        case .delete: "DeleteItem"
        }
    }

    /// The write as a part of a transaction: an object with one member, whose name is the action.
    var transactItem: [UInt8] {
        let name =
            switch action {
            case .put: "Put"
            case .update: "Update"
            case .delete: "Delete"
            }
        return JSONWriter.object { $0.member(name, raw: body) }
    }

    /// The parameters of the write, which are the same on its own and in a transaction.
    var body: [UInt8] {
        JSONWriter.object { body in
            body.member("TableName", table)
            switch action {
            case .put(let attributes):
                body.member("Item") { $0.members(attributes.merging(key.attributes) { _, key in key }) }
            case .update(let expression):
                body.member("Key") { $0.members(key.attributes) }
                body.member("UpdateExpression", expression)
            case .delete: body.member("Key") { $0.members(key.attributes) }
            }
            body.member("ConditionExpression", ifPresent: condition)
            // DynamoDB refuses empty objects here.
            if !names.isEmpty {
                body.member("ExpressionAttributeNames") { written in
                    for (name, attribute) in names.sorted(by: { $0.key < $1.key }) {
                        written.member("#" + name, attribute)
                    }
                }
            }
            if !values.isEmpty {
                body.member("ExpressionAttributeValues") { $0.members(values, prefix: ":") }
            }
            if returnsItem { body.member("ReturnValues", "ALL_NEW") }
            if condition != nil { body.member("ReturnValuesOnConditionCheckFailure", "ALL_OLD") }
        }
    }
}

/// The outcome of a transaction.
package enum DynamoDBTransactionOutcome: Equatable, Sendable {
    /// All writes are made.
    case applied
    /// No write is made, for these reasons: one for each write, in the order of the writes. At least one of them is
    /// `conditionFailed`.
    case cancelled([Reason])

    /// What one write has to do with a transaction that was not made.
    package enum Reason: Equatable, Sendable {
        /// Nothing.
        case none
        /// Its condition does not hold for the item, which has these attributes; empty if there is no item.
        case conditionFailed(DynamoDBItem)
        /// Another write of the same item was under way; whether the condition holds is not known.
        case conflict
        /// The table is overloaded; whether the condition holds is not known.
        case throttled
    }
}

extension DynamoDBTransactionOutcome.Reason {
    /// Reads an element of `CancellationReasons`.
    /// - Throws: `AWSError.refused` for a fault of the write itself.
    init(_ json: JSONValue, status: Int) throws(AWSError) {
        switch json["Code"]?.string {
        case "None": self = .none
        case "ConditionalCheckFailed": self = .conditionFailed(json["Item"]?.item ?? [:])
        case "TransactionConflict": self = .conflict
        case "ProvisionedThroughputExceeded", "ThrottlingError": self = .throttled
        case "ValidationError", "ItemCollectionSizeLimitExceeded", "AccessDenied":
            throw .refused(status: status, type: "TransactionCanceledException, \(json["Code"]?.string ?? "")")
        default: throw .unreadable
        }
    }

    /// Whether the same transaction may be made a moment later.
    var passesByItself: Bool { self == .conflict || self == .throttled }
}

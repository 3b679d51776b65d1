internal import JSON

/// What became of a transaction.
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

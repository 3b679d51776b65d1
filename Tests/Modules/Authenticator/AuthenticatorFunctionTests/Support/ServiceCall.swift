/// A call of a table or of the mail service.
struct ServiceCall {
    /// The operation, such as `PutItem` or `SendEmail`.
    let operation: String
    /// The bytes of its content and of the answer's.
    let bytes: Int
    /// The read units that DynamoDB charges: one for each 4 KB, rounded up.
    var readUnits = 0
    /// The write units that DynamoDB charges: one for each KB, rounded up, and twice as many in a transaction.
    var writeUnits = 0

    /// Whether it changes anything, or sends something.
    var isWrite: Bool { !["GetItem", "Query"].contains(operation) }
}

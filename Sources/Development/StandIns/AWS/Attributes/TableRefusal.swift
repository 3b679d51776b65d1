internal import JSON

/// Why the stand-in for DynamoDB refuses a request.
enum TableRefusal: Error, Equatable {
    /// An error of that name, with its text.
    case plain(String, String)
    /// A `ConditionalCheckFailedException`, with the item for which the condition failed, if the caller wants it.
    case conditionFailed(TableItem?)
    /// A `TransactionCanceledException`, with a reason for each write.
    case cancelled([CancellationReason])

    /// What one write has to do with a transaction that was not made.
    struct CancellationReason: Equatable {
        let code: String
        var message: String?
        /// The item for which the condition failed, if the caller wants it.
        var item: TableItem?
    }

    /// The refusal of what DynamoDB refuses.
    static func invalid(_ reason: String) -> TableRefusal { .plain("ValidationException", reason) }
    /// The refusal of what DynamoDB may know and the functions do not send.
    static func notPlayed(_ what: String) -> TableRefusal { .invalid("the sandbox's table does not play \(what)") }
    static let noTable = plain("ResourceNotFoundException", "Requested resource not found")
    /// A transaction's token came with other content before.
    static let otherContent = plain(
        "IdempotentParameterMismatchException",
        "The provided idempotency token has been used before with different request parameters")
    static let conflict = plain("TransactionConflictException", "Transaction is ongoing for the item")
    static let throttled = plain(
        "ProvisionedThroughputExceededException",
        "The level of configured provisioned throughput for the table was exceeded.")
    static let failed = plain("InternalServerError", "Internal server error")

    /// The answer's status.
    var status: Int { self == .failed ? 500 : 400 }

    /// The answer's content.
    var body: [UInt8] {
        JSONWriter.object { body in
            func write(_ type: String, _ message: String, as name: String = "message") {
                body.member("__type", "com.amazonaws.dynamodb.v20120810#" + type)
                body.member(name, message)
            }
            switch self {
            case .plain(let type, let message): write(type, message)
            case .conditionFailed(let item):
                write("ConditionalCheckFailedException", "The conditional request failed")
                if let item { body.member("Item", raw: item.json) }
            case .cancelled(let reasons):
                let codes = reasons.map(\.code).joined(separator: ", ")
                let message =
                    "Transaction cancelled, please refer cancellation reasons for specific reasons [\(codes)]"
                // The service writes this one with a capital letter.
                write("TransactionCanceledException", message, as: "Message")
                body.member("CancellationReasons", raw: JSONWriter.array(reasons.map(\.json)))
            }
        }
    }
}

extension TableRefusal.CancellationReason {
    fileprivate var json: [UInt8] {
        JSONWriter.object { reason in
            reason.member("Code", code)
            reason.member("Message", ifPresent: message)
            if let item { reason.member("Item", raw: item.json) }
        }
    }
}

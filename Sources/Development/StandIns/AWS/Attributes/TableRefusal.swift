internal import JSON

/// Why the stand-in for DynamoDB refuses a request.
enum TableRefusal: Error, Equatable {
    /// A `ValidationException`, with the service's text.
    case invalid(String)
    /// A `SerializationException`: what came is not in the form of the API.
    case malformed
    /// A `ResourceNotFoundException`.
    case noTable
    /// A `ConditionalCheckFailedException`, with the item for which the condition failed, if the caller wants it.
    case conditionFailed(TableItem?)
    /// A `TransactionCanceledException`, with a reason for each write.
    case cancelled([CancellationReason])
    /// An `IdempotentParameterMismatchException`: the transaction's token came with other content before.
    case otherContent
    /// A `TransactionConflictException`.
    case conflict
    /// A `ProvisionedThroughputExceededException`.
    case throttled
    /// A failure of the service.
    case failed
    /// An `UnknownOperationException`.
    case unknownOperation

    /// What one write has to do with a transaction that was not made.
    struct CancellationReason: Equatable {
        let code: String
        var message: String?
        /// The item for which the condition failed, if the caller wants it.
        var item: TableItem?

        static let none = CancellationReason(code: "None")
    }

    /// The answer's status.
    var status: Int { self == .failed ? 500 : 400 }

    /// The name of the error, with the namespace that the service puts before it.
    private var type: String {
        let space = "com.amazonaws.dynamodb.v20120810#"
        return switch self {
        case .invalid: "com.amazon.coral.validate#ValidationException"
        case .malformed: "com.amazon.coral.service#SerializationException"
        case .noTable: space + "ResourceNotFoundException"
        case .conditionFailed: space + "ConditionalCheckFailedException"
        case .cancelled: space + "TransactionCanceledException"
        case .otherContent: space + "IdempotentParameterMismatchException"
        case .conflict: space + "TransactionConflictException"
        case .throttled: space + "ProvisionedThroughputExceededException"
        case .failed: space + "InternalServerError"
        case .unknownOperation: "com.amazon.coral.service#UnknownOperationException"
        }
    }

    private var message: String {
        switch self {
        case .invalid(let reason): return reason
        case .malformed: return "Unexpected value type in payload"
        case .noTable: return "Requested resource not found"
        case .conditionFailed: return "The conditional request failed"
        case .cancelled(let reasons):
            let codes = reasons.map(\.code).joined(separator: ", ")
            return "Transaction cancelled, please refer cancellation reasons for specific reasons [\(codes)]"
        case .otherContent:
            return "The provided idempotency token has been used before with different request parameters"
        case .conflict: return "Transaction is ongoing for the item"
        case .throttled: return "The level of configured provisioned throughput for the table was exceeded."
        case .failed: return "Internal server error"
        case .unknownOperation: return "the stand-in does not know this operation"
        }
    }

    /// The answer's content.
    var body: [UInt8] {
        JSONWriter.object { body in
            body.member("__type", type)
            // Errors of operations with conditions have `Message`, as some of the service's own do.
            if case .cancelled = self { body.member("Message", message) } else { body.member("message", message) }
            switch self {
            case .conditionFailed(let item?): body.member("Item", raw: item.json)
            case .cancelled(let reasons):
                body.member("CancellationReasons", raw: JSONWriter.array(reasons.map(Self.json)))
            default: break
            }
        }
    }

    private static func json(_ reason: CancellationReason) -> [UInt8] {
        JSONWriter.object { written in
            written.member("Code", reason.code)
            written.member("Message", ifPresent: reason.message)
            if let item = reason.item { written.member("Item", raw: item.json) }
        }
    }
}

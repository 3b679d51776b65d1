internal import HTTP
internal import JSON

extension AWSClient {
    /// Calls an operation of Amazon DynamoDB, all of which are idempotent here.
    ///
    /// It is sent once more if the service does not answer or says that it is overloaded. If it collides with another
    /// write of the same item, it is sent up to three times more, each after a longer pause. Nothing is sent when the
    /// deadline has come.
    func dynamoDB(
        _ operation: StaticString, region: String, body: [UInt8], by deadline: Deadline
    ) throws(AWSError) -> AWSAnswer {
        var hasResent = false
        var pauses = Self.pauses[...]
        while true {
            let answer: AWSAnswer
            do {
                answer = try post(
                    "/", operation, to: .dynamoDB, region: region, headers: [Service.dynamoDB.target(operation)],
                    body: body, by: deadline, limit: Self.attemptLimit)
            } catch {
                guard error.isTransient, !hasResent, deadline.allowsAnotherCall else { throw error }
                hasResent = true
                continue
            }
            if answer.isConflict {
                guard let milliseconds = pauses.popFirst() else { return answer }
                pause(milliseconds)
                guard deadline.allowsAnotherCall else { return answer }
            } else {
                guard answer.isTransient, !hasResent, deadline.allowsAnotherCall else { return answer }
                hasResent = true
            }
        }
    }

    /// The longest time for one attempt in milliseconds: a healthy table answers within a few, and the second attempt
    /// needs time too.
    private static let attemptLimit: Int64 = 1_200

    /// The longest pauses before a write is sent again that collided with another one, in milliseconds. A transaction
    /// takes some ten milliseconds.
    private static let pauses: [Int64] = [20, 60, 180]
}

extension AWSClient.Service {
    /// Amazon DynamoDB.
    static let dynamoDB = AWSClient.Service(
        endpointPrefix: "dynamodb", variable: "DYNAMODB", targetPrefix: "DynamoDB_20120810",
        contentType: "application/x-amz-json-1.0")
}

extension AWSError {
    /// Whether the same request may reach the service a moment later.
    fileprivate var isTransient: Bool {
        switch self {
        case .unreachable(.timedOut), .unreachable(.connectionLost): true
        default: false
        }
    }
}

extension AWSAnswer {
    /// Whether another write of the same item, or the same transaction, was under way. Nothing has been done then.
    fileprivate var isConflict: Bool {
        switch errorType {
        case "TransactionConflictException", "TransactionInProgressException": true
        case "TransactionCanceledException":
            json?["CancellationReasons"]?.elements.contains { element in
                (try? DynamoDBTransactionOutcome.Reason(element, status: 0))?.passesByItself ?? false
            } ?? false
        default: false
        }
    }
}

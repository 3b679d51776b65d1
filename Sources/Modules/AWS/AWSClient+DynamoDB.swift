package import HTTP
private import JSON

extension AWSClient {
    /// Updates an item (Amazon DynamoDB, `UpdateItem`), and retries once if the service does not answer, or says that
    /// it is overloaded.
    /// - Returns: the outcome; a condition that does not hold is an outcome and not an error.
    package func update(
        _ update: DynamoDBUpdate, region: String, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBUpdate.Outcome {
        let service = Service(
            endpointPrefix: "dynamodb", variable: "DYNAMODB", targetPrefix: "DynamoDB_20120810",
            contentType: "application/x-amz-json-1.0")
        func attempt() throws(AWSError) -> AWSAnswer {
            try post(
                "/", to: service, region: region, headers: [service.target("UpdateItem")], body: update.body,
                by: deadline, limit: Self.attemptLimit)
        }
        func answered() throws(AWSError) -> AWSAnswer {
            let answer: AWSAnswer
            do throws(AWSError) { answer = try attempt() } catch {
                guard error.isTransient, deadline.allowsAnotherCall else { throw error }
                return try attempt()
            }
            return answer.isTransient && deadline.allowsAnotherCall ? try attempt() : answer
        }
        let answer = try answered()
        if answer.errorType == "ConditionalCheckFailedException" {
            return .conditionFailed(DynamoDBUpdate.attributes(answer.json?["Item"]))
        }
        _ = try answer.success()
        return .applied
    }

    /// The longest time for one attempt in milliseconds: a healthy table answers within a few, and the second attempt
    /// needs time too.
    private static let attemptLimit: Int64 = 1_200
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

extension DynamoDBUpdate {
    fileprivate var body: [UInt8] {
        JSONWriter.object { body in
            body.member("TableName", table)
            body.member("Key") { $0.member(key.name, .string(key.value)) }
            body.member("UpdateExpression", update)
            body.member("ConditionExpression", condition)
            body.member("ExpressionAttributeValues") { written in
                for (name, value) in values { written.member(":" + name, value) }
            }
            body.member("ReturnValuesOnConditionCheckFailure", "ALL_OLD")
        }
    }

    /// The strings and numbers of an item; anything else in it is left out.
    fileprivate static func attributes(_ item: JSONValue?) -> [String: Value] {
        var attributes: [String: Value] = [:]
        for (name, value) in item?.members ?? [] {
            if let string = value["S"]?.string { attributes[name] = .string(string) }
            if let number = value["N"]?.string.flatMap({ Int64($0) }) { attributes[name] = .number(number) }
        }
        return attributes
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: DynamoDBUpdate.Value) {
        member(name) { typed in
            switch value {
            case .string(let string): typed.member("S", string)
            case .number(let number): typed.member("N", String(number))
            case .strings(let strings): typed.member("SS", strings)
            }
        }
    }
}

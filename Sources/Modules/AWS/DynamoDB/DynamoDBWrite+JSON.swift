internal import JSON

extension DynamoDBWrite {
    /// The operation that makes the write on its own.
    /// - Throws: `AWSError.invalidName` for a check, which only a transaction can make.
    func operation() throws(AWSError) -> StaticString {
        switch action {
        case .put: "PutItem"
        case .update: "UpdateItem"
        case .delete: "DeleteItem"
        case .check: throw .invalidName("a check outside a transaction")
        }
    }

    /// The write as a part of a transaction: an object with one member, whose name is the action.
    var transactItem: [UInt8] {
        let name =
            switch action {
            case .put: "Put"
            case .update: "Update"
            case .delete: "Delete"
            case .check: "ConditionCheck"
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
            case .delete, .check: body.member("Key") { $0.members(key.attributes) }
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
            if condition != nil { body.member("ReturnValuesOnConditionCheckFailure", "ALL_OLD") }
        }
    }
}

extension TableCases {
    static let transactions = [
        TableCase(
            "a transaction writes all items of several tables, or none",
            TableStep(
                "TransactWriteItems",
                transaction(
                    putItem("tx", "a", #","ConditionExpression":"attribute_not_exists(pk)""#),
                    update("tx", "attribute_not_exists(pk)")), "{}"),
            TableStep("GetItem", get("tx"), #"{"Item":{\#(keyText("tx"))}}"#),
            TableStep(
                "TransactWriteItems",
                transaction(putItem("tx", "b"), update("tx", "attribute_not_exists(pk)", oldOnFailure)),
                cancelled("None, ConditionalCheckFailed")
                    + #" |  | The conditional request failed {"n":{"N":"1"},"pk":{"S":"tx"}}"#),
            TableStep("GetItem", get("tx", "b"), "{}"),
            TableStep(
                "TransactWriteItems",
                transaction(
                    #"{"Delete":{"TableName":"users",\#(key("tx"))}}"#,
                    #"{"ConditionCheck":{"TableName":"state","Key":{"pk":{"S":"tx"}},"ConditionExpression":"n = :n","#
                        + #""ExpressionAttributeValues":{":n":{"N":"1"}}}}"#), "{}"),
            TableStep("GetItem", get("tx"), "{}")),
        TableCase(
            "a token makes a transaction once",
            TableStep("TransactWriteItems", transaction(add("token"), token: "token-1"), "{}"),
            TableStep("TransactWriteItems", transaction(add("token"), token: "token-1"), "{}"),
            TableStep(
                "GetItem", #"{"TableName":"state","Key":{"pk":{"S":"token"}}}"#,
                #"{"Item":{"n":{"N":"1"},"pk":{"S":"token"}}}"#,
                moto: #"{"Item":{"n":{"N":"2"},"pk":{"S":"token"}}}"#),
            TableStep(
                "TransactWriteItems", transaction(add("other"), token: "token-1"),
                "IdempotentParameterMismatchException: The provided idempotency token has been used before with "
                    + "different request parameters", moto: "{}"),
            TableStep("TransactWriteItems", transaction(add("token"), token: "token-2"), "{}"),
            TableStep(
                "GetItem", #"{"TableName":"state","Key":{"pk":{"S":"token"}}}"#,
                #"{"Item":{"n":{"N":"2"},"pk":{"S":"token"}}}"#,
                moto: #"{"Item":{"n":{"N":"3"},"pk":{"S":"token"}}}"#)),
        TableCase(
            "a transaction that was cancelled may be made later with its token",
            TableStep(
                "TransactWriteItems", transaction(update("later", "attribute_exists(pk)"), token: "token-3"),
                cancelled("ConditionalCheckFailed") + " | The conditional request failed"),
            TableStep("PutItem", #"{"TableName":"state","Item":{"pk":{"S":"later"}}}"#, "{}"),
            TableStep(
                "TransactWriteItems", transaction(update("later", "attribute_exists(pk)"), token: "token-3"), "{}")),
        TableCase(
            "transactions that are refused as a whole",
            TableStep(
                "TransactWriteItems",
                transaction(putItem("twice"), #"{"Delete":{"TableName":"users",\#(key("twice"))}}"#),
                "ValidationException: Transaction request cannot include multiple operations on one item"),
            TableStep(
                "TransactWriteItems", #"{"TransactItems":[]}"#,
                "ValidationException: 1 validation error detected: Value at 'transactItems' failed to satisfy "
                    + "constraint: Member must have length greater than or equal to 1", moto: "{}"),
            TableStep(
                "TransactWriteItems", transaction(putItem("none"), #"{"Delete":{"TableName":"none",\#(key("a"))}}"#),
                "ResourceNotFoundException: Requested resource not found",
                moto: cancelled("None, ResourceNotFoundException") + " |  | 400 Bad Request: "
                    + ##"{"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "##
                    + #""message": "Requested resource not found"}"#),
            TableStep("GetItem", get("none"), "{}")),
    ]

    private static func cancelled(_ codes: String) -> String {
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons "
            + "[\(codes)]"
    }

    private static func transaction(_ writes: String..., token: String? = nil) -> String {
        let token = token.map { #","ClientRequestToken":"\#($0)""# } ?? ""
        return #"{"TransactItems":[\#(writes.joined(separator: ","))]\#(token)}"#
    }

    private static func putItem(_ pk: String, _ sk: String = "a", _ more: String = "") -> String {
        #"{"Put":\#(put(pk, sk, "", more))}"#
    }

    private static func update(_ pk: String, _ condition: String, _ more: String = "") -> String {
        #"{"Update":{"TableName":"state","Key":{"pk":{"S":"\#(pk)"}},"UpdateExpression":"SET n = :n","#
            + #""ConditionExpression":"\#(condition)","ExpressionAttributeValues":{":n":{"N":"1"}}\#(more)}}"#
    }

    private static func add(_ pk: String) -> String {
        #"{"Update":{"TableName":"state","Key":{"pk":{"S":"\#(pk)"}},"UpdateExpression":"ADD n :n","#
            + #""ExpressionAttributeValues":{":n":{"N":"1"}}}}"#
    }
}

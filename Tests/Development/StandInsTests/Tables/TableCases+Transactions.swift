extension TableCases {
    static let transactions = [
        TableCase(
            "a transaction writes all items of several tables, or none",
            transaction(
                [
                    putItem("tx", "a", #","ConditionExpression":"attribute_not_exists(pk)""#),
                    update("tx", "attribute_not_exists(pk)"),
                ], "{}"),
            get("tx", key("tx")), get("tx", sk: nil, #""n":{"N":"1"},"pk":{"S":"tx"}"#),
            transaction(
                [putItem("tx", "b"), update("tx", "attribute_not_exists(pk)")],
                cancelled("None, ConditionalCheckFailed")
                    + #" |  | The conditional request failed {"n":{"N":"1"},"pk":{"S":"tx"}}"#),
            get("tx", sk: "b", nil),
            transaction([delete("users", "tx"), update("tx", "attribute_exists(pk)")], "{}"),
            get("tx", nil)),
        TableCase(
            "a token makes a transaction once",
            transaction([add("token")], token: "token-1", "{}"), transaction([add("token")], token: "token-1", "{}"),
            get(
                "token", sk: nil, #""n":{"N":"1"},"pk":{"S":"token"}"#, moto: #""n":{"N":"2"},"pk":{"S":"token"}"#),
            transaction(
                [add("other")], token: "token-1",
                "IdempotentParameterMismatchException: The provided idempotency token has been used before with "
                    + "different request parameters", moto: "{}"),
            transaction([add("token")], token: "token-2", "{}"),
            get("token", sk: nil, #""n":{"N":"2"},"pk":{"S":"token"}"#, moto: #""n":{"N":"3"},"pk":{"S":"token"}"#)),
        TableCase(
            "a transaction that was cancelled may be made later with its token",
            transaction(
                [update("later", "attribute_exists(pk)")], token: "token-3",
                cancelled("ConditionalCheckFailed") + " | The conditional request failed"),
            TableStep("PutItem", #"{"TableName":"state","Item":{"pk":{"S":"later"}}}"#, "{}"),
            transaction([update("later", "attribute_exists(pk)")], token: "token-3", "{}")),
        TableCase(
            "a transaction with two writes of one item, or with a table that does not exist, is refused as a whole",
            transaction(
                [putItem("twice"), delete("users", "twice")],
                "ValidationException: Transaction request cannot include multiple operations on one item"),
            transaction(
                [putItem("none"), delete("none", "a")],
                "ResourceNotFoundException: Requested resource not found",
                moto: cancelled("None, ResourceNotFoundException") + " |  | 400 Bad Request: "
                    + ##"{"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "##
                    + #""message": "Requested resource not found"}"#),
            get("none", nil)),
    ]

    private static func cancelled(_ codes: String) -> String {
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons "
            + "[\(codes)]"
    }

    private static func transaction(
        _ writes: [String], token: String? = nil, _ answer: String, moto: String? = nil
    ) -> TableStep {
        let token = token.map { #","ClientRequestToken":"\#($0)""# } ?? ""
        return TableStep(
            "TransactWriteItems", #"{"TransactItems":[\#(writes.joined(separator: ","))]\#(token)}"#, answer,
            moto: moto)
    }

    private static func putItem(_ pk: String, _ sk: String = "a", _ more: String = "") -> String {
        #"{"Put":\#(put(pk, sk, "", more))}"#
    }

    private static func update(_ pk: String, _ condition: String) -> String {
        #"{"Update":{"TableName":"state","Key":{"pk":{"S":"\#(pk)"}},"UpdateExpression":"SET n = :n","#
            + #""ConditionExpression":"\#(condition)","ExpressionAttributeValues":{":n":{"N":"1"}},"#
            + #""ReturnValuesOnConditionCheckFailure":"ALL_OLD"}}"#
    }

    private static func delete(_ table: String, _ pk: String) -> String {
        #"{"Delete":{"TableName":"\#(table)","Key":{\#(key(pk))}}}"#
    }

    private static func add(_ pk: String) -> String {
        #"{"Update":{"TableName":"state","Key":{"pk":{"S":"\#(pk)"}},"UpdateExpression":"ADD n :n","#
            + #""ExpressionAttributeValues":{":n":{"N":"1"}}}}"#
    }
}

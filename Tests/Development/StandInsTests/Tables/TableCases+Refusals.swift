extension TableCases {
    /// Requests that DynamoDB refuses whatever the tables hold, and that a fault of the functions could make.
    static let refusals = [
        TableCase(
            "keys that do not fit the table",
            TableStep(
                "GetItem", #"{"TableName":"state","Key":{\#(key("x"))},"ConsistentRead":true}"#,
                "ValidationException: The provided key element does not match the schema"),
            TableStep(
                "GetItem", #"{"TableName":"none","Key":{"pk":{"S":"x"}},"ConsistentRead":true}"#,
                "ResourceNotFoundException: Requested resource not found")),
        TableCase(
            "expressions whose names and values do not fit",
            refusal(
                of: #","ConditionExpression":"""#, "Invalid ConditionExpression: The expression can not be empty;",
                moto: "{}"),
            refusal(
                of: #","ConditionExpression":"n = :x""#,
                "Invalid ConditionExpression: An expression attribute value used in expression is not defined; "
                    + "attribute value: :x", moto: "500"),
            refusal(
                of: ##","ConditionExpression":"attribute_exists(#x)""##,
                "Invalid ConditionExpression: An expression attribute name used in the document path is not defined; "
                    + "attribute name: #x", moto: "500"),
            refusal(
                of: #","ConditionExpression":"attribute_exists(pk)","ExpressionAttributeValues":{":x":{"N":"1"}}"#,
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}", moto: "{}"),
            refusal(
                of: ##","ConditionExpression":"attribute_exists(pk)","ExpressionAttributeNames":{"#x":"y"}"##,
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}")),
        TableCase(
            "values that do not fit",
            refusal(
                attributes: #""s":{"SS":[]}"#,
                "One or more parameter values were invalid: An string set  may not be empty"),
            refusal(
                attributes: #""t":{"S":"\#(String(repeating: "x", count: 410_000))"}"#,
                "Item size has exceeded the maximum allowed size"),
            TableStep("PutItem", put("refused", "a", #""t":{"S":"x"}"#), "{}"),
            TableStep(
                "UpdateItem",
                #"{"TableName":"users","Key":{\#(key("refused"))},"UpdateExpression":"ADD t :n","#
                    + #""ExpressionAttributeValues":{":n":{"N":"1"}}}"#,
                "ValidationException: An operand in the update expression has an incorrect data type"),
            get("refused", key("refused") + #","t":{"S":"x"}"#)),
    ]

    private static func refusal(
        of more: String = "", attributes: String = "", _ text: String, moto: String? = nil
    ) -> TableStep {
        TableStep("PutItem", put("refused", "a", attributes, more), "ValidationException: \(text)", moto: moto)
    }
}

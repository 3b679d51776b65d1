extension TableCases {
    /// Requests that are refused whatever the tables hold.
    static let refusals = [
        TableCase(
            "keys that do not fit the table",
            write(
                #""Item":{"pk":{"S":"x"}}"#, "One or more parameter values were invalid: Missing the key sk in the item"
            ),
            write(
                #""Item":{"pk":{"S":"x"},"sk":{"N":"1"}}"#,
                "One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N"),
            write(
                #""Item":{"pk":{"S":""},"sk":{"S":"a"}}"#,
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
                    + "empty string value. Key: pk",
                moto:
                    "ValidationException: One or more parameter values were invalid: An AttributeValue may not contain an empty string. Key: pk"
            ),
            TableStep(
                "GetItem", #"{"TableName":"users","Key":{"pk":{"S":"x"}}}"#,
                "ValidationException: The provided key element does not match the schema",
                moto: "ValidationException: Validation Exception"),
            TableStep(
                "GetItem", #"{"TableName":"state","Key":{"pk":{"S":"x"},"sk":{"S":"a"}}}"#,
                "ValidationException: The provided key element does not match the schema"),
            TableStep(
                "GetItem", #"{"TableName":"none","Key":{"pk":{"S":"x"}}}"#,
                "ResourceNotFoundException: Requested resource not found")),
        TableCase(
            "conditions that are no conditions",
            condition("attribute_exists(pk", #"Syntax error; token: "<EOF>", near: "pk""#, moto: "500"),
            condition("pk = ", #"Syntax error; token: "<EOF>", near: "=""#, moto: "500"),
            condition("", "The expression can not be empty;", moto: "{}"),
            condition(
                "pk = :x", "An expression attribute value used in expression is not defined; attribute value: :x",
                moto: "500"),
            condition(
                "#x = pk",
                "An expression attribute name used in the document path is not defined; attribute name: #x", moto: "500"
            ),
            condition("name = pk", "Attribute name is a reserved keyword; reserved keyword: name"),
            condition(
                "pk < :t", #","ExpressionAttributeValues":{":t":{"BOOL":true}}"#,
                "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
                moto: "500"),
            condition(
                "begins_with(pk, :t)", #","ExpressionAttributeValues":{":t":{"N":"1"}}"#,
                "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
                moto: "ConditionalCheckFailedException: The conditional request failed"),
            condition(
                "attribute_exists(:t)", #","ExpressionAttributeValues":{":t":{"N":"1"}}"#,
                "Operator or function requires a document path; operator or function: attribute_exists", moto: "500")),
        TableCase(
            "names and values that no expression uses",
            write(
                #""Item":{\#(keyText("x"))},"ConditionExpression":"attribute_exists(pk)","#
                    + #""ExpressionAttributeValues":{":x":{"N":"1"}}"#,
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}", moto: "{}"),
            write(
                #""Item":{\#(keyText("x"))},"ConditionExpression":"attribute_exists(pk)","#
                    + ##""ExpressionAttributeNames":{"#x":"y"}"##,
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}"),
            write(
                #""Item":{\#(keyText("x"))},"ExpressionAttributeValues":{":x":{"N":"1"}}"#,
                "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
                moto: "{}"),
            write(
                #""Item":{\#(keyText("x"))},"ConditionExpression":"attribute_exists(pk)","#
                    + #""ExpressionAttributeValues":{}"#, "ExpressionAttributeValues must not be empty")),
        TableCase(
            "updates that are no updates",
            TableStep("PutItem", put("bad", "a", #""n":{"N":"1"},"t":{"S":"x"}"#), "{}"),
            update(
                "SET n = :n, n = :n",
                "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [n], path two: [n]"
            ),
            update(
                "SET pk = :n",
                "One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key"
            ),
            update(
                "SET n = :n SET m = :n",
                #"Invalid UpdateExpression: The "SET" section can only be used once in an update expression;"#),
            update("SET n = m + :n", "The provided expression refers to an attribute that does not exist in the item"),
            update(
                "SET n = t + :n", "An operand in the update expression has an incorrect data type",
                moto:
                    "ValidationException: Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: +, operand type: S"
            ),
            update("ADD t :n", "An operand in the update expression has an incorrect data type"),
            update("SET m.x = :n", "The document path provided in the update expression is invalid for update"),
            update("SET n += :n", #"Invalid UpdateExpression: Syntax error; token: "+", near: "n +=""#),
            update("", "Invalid UpdateExpression: The expression can not be empty;"),
            TableStep(
                "GetItem", get("bad"), #"{"Item":{"n":{"N":"1"},"pk":{"S":"bad"},"sk":{"S":"a"},"t":{"S":"x"}}}"#)),
        TableCase(
            "values that are no values",
            write(
                #""Item":{\#(keyText("x")),"s":{"SS":[]}}"#,
                "One or more parameter values were invalid: An string set  may not be empty"),
            write(
                #""Item":{\#(keyText("x")),"n":{"N":"x"}}"#, "The parameter cannot be converted to a numeric value: x"),
            write(
                #""Item":{\#(keyText("x")),"t":{"S":"\#(String(repeating: "x", count: 410_000))"}}"#,
                "Item size has exceeded the maximum allowed size")),
    ]

    private static func write(_ members: String, _ text: String, moto: String? = nil) -> TableStep {
        TableStep("PutItem", #"{"TableName":"users",\#(members)}"#, "ValidationException: \(text)", moto: moto)
    }

    private static func condition(
        _ condition: String, _ values: String = "", _ text: String, moto: String? = nil
    ) -> TableStep {
        write(
            #""Item":{\#(keyText("x"))},"ConditionExpression":"\#(condition)"\#(values)"#,
            "Invalid ConditionExpression: \(text)", moto: moto)
    }

    private static func condition(_ condition: String, _ text: String, moto: String? = nil) -> TableStep {
        self.condition(condition, "", text, moto: moto)
    }

    private static func update(_ expression: String, _ text: String, moto: String? = nil) -> TableStep {
        let values = expression.contains(":n") ? #","ExpressionAttributeValues":{":n":{"N":"1"}}"# : ""
        return TableStep(
            "UpdateItem",
            #"{"TableName":"users",\#(key("bad")),"UpdateExpression":"\#(expression)"\#(values)}"#,
            "ValidationException: \(text)", moto: moto)
    }
}

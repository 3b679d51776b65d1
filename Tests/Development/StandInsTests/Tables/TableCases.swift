/// Requests with the answers of the service.
enum TableCases {
    static let all = items + conditions + updates + transactions + queries + refusals

    /// A key of the table with a sort key.
    static func key(_ pk: String, _ sk: String = "a") -> String { #""Key":{"pk":{"S":"\#(pk)"},"sk":{"S":"\#(sk)"}}"# }

    /// The attributes of that key, as an answer holds them.
    static func keyText(_ pk: String, _ sk: String = "a") -> String { #""pk":{"S":"\#(pk)"},"sk":{"S":"\#(sk)"}"# }

    static func put(_ pk: String, _ sk: String = "a", _ attributes: String = "", _ more: String = "") -> String {
        #"{"TableName":"users","Item":{\#(keyText(pk, sk))\#(attributes.isEmpty ? "" : "," + attributes)}\#(more)}"#
    }

    static func get(_ pk: String, _ sk: String = "a") -> String {
        #"{"TableName":"users",\#(key(pk, sk)),"ConsistentRead":true}"#
    }

    static let oldOnFailure = #","ReturnValuesOnConditionCheckFailure":"ALL_OLD""#

    private static let items = [
        TableCase(
            "an item is written, read, replaced and removed",
            TableStep("GetItem", get("item"), "{}"),
            TableStep(
                "PutItem",
                put(
                    "item", "a",
                    #""b":{"B":"AP8="},"f":{"BOOL":false},"l":{"L":[{"N":"-1"},{"NULL":true}]},"#
                        + #""m":{"M":{"x":{"S":"é"}}},"n":{"N":"12"},"s":{"SS":["y","x"]},"t":{"NS":["2","1"]}"#), "{}"),
            TableStep(
                "GetItem", get("item"),
                #"{"Item":{"b":{"B":"AP8="},"f":{"BOOL":false},"l":{"L":[{"N":"-1"},{"NULL":true}]},"#
                    + #""m":{"M":{"x":{"S":"é"}}},"n":{"N":"12"},"pk":{"S":"item"},"s":{"SS":["x","y"]},"#
                    + #""sk":{"S":"a"},"t":{"NS":["1","2"]}}}"#),
            TableStep("PutItem", put("item"), "{}"),
            TableStep("GetItem", get("item"), #"{"Item":{\#(keyText("item"))}}"#),
            TableStep("DeleteItem", #"{"TableName":"users",\#(key("item"))}"#, "{}"),
            TableStep("GetItem", get("item"), "{}"),
            TableStep("DeleteItem", #"{"TableName":"users",\#(key("item"))}"#, "{}")),
        TableCase(
            "texts that look alike are different keys",
            TableStep("PutItem", put("\u{E9}"), "{}"), TableStep("GetItem", get("e\u{301}"), "{}")),
        TableCase(
            "a write returns what it was asked to return",
            TableStep("PutItem", put("returned", "a", #""n":{"N":"1"}"#), "{}"),
            TableStep(
                "PutItem", put("returned", "a", #""n":{"N":"2"}"#, #","ReturnValues":"ALL_OLD""#),
                #"{"Attributes":{"n":{"N":"1"},\#(keyText("returned"))}}"#),
            TableStep(
                "UpdateItem",
                #"{"TableName":"users",\#(key("returned")),"UpdateExpression":"ADD n :n","#
                    + #""ExpressionAttributeValues":{":n":{"N":"5"}},"ReturnValues":"ALL_NEW"}"#,
                #"{"Attributes":{"n":{"N":"7"},\#(keyText("returned"))}}"#),
            TableStep(
                "DeleteItem", #"{"TableName":"users",\#(key("returned")),"ReturnValues":"ALL_OLD"}"#,
                #"{"Attributes":{"n":{"N":"7"},\#(keyText("returned"))}}"#)),
    ]
}

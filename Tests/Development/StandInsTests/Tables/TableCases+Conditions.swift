extension TableCases {
    /// Conditions on one item, each of which is checked by a removal of something else.
    static let conditions = [conditionsThatHold, conditionsThatFail, failedConditions]

    private static let item =
        #""b":{"B":"AP8="},"l":{"L":[{"N":"5"},{"S":"x"}]},"m":{"M":{"inside":{"M":{"n":{"N":"3"}}}}},"n":{"N":"12"},"#
        + #""s":{"SS":["x","y"]},"t":{"S":"text"}"#

    private static let values: [(String, String)] = [
        (":n", #"{"N":"12"}"#), (":less", #"{"N":"5"}"#), (":more", #"{"N":"100"}"#), (":t", #"{"S":"text"}"#),
        (":te", #"{"S":"te"}"#), (":x", #"{"S":"x"}"#), (":type", #"{"S":"SS"}"#), (":two", #"{"N":"2"}"#),
        (":bytes", #"{"B":"AP8="}"#), (":start", #"{"B":"AA=="}"#),
    ]

    /// A check of a condition: a write of the item as it is, with exactly the values that the condition names.
    private static func check(_ pk: String, _ condition: String, _ answer: String, moto: String? = nil) -> TableStep {
        let words = Set(condition.split { !($0.isLetter || $0.isNumber || $0 == ":") }.map(String.init))
        let used = values.filter { words.contains($0.0) }.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        let given = used.isEmpty ? "" : #","ExpressionAttributeValues":{\#(used)}"#
        return TableStep(
            "PutItem", put(pk, "a", item, #","ConditionExpression":"\#(condition)"\#(given)"#), answer, moto: moto)
    }

    /// moto compares bytes in their base64.
    private static let motoRefuses = ["begins_with(b, :start)"]
    /// moto cannot compare values of different types, nor take the size of what has none.
    private static let motoFails = ["t < :n", "size(absent) < :two", "size(n) < :two"]

    private static let conditionsThatHold = TableCase(
        "conditions that hold",
        [TableStep("PutItem", put("holds", "a", item), "{}")]
            + [
                "attribute_exists(pk)", "attribute_not_exists(absent)", "n = :n", "n <> :t", "absent <> :n",
                "n < :more",
                "n <= :n", "n > :less", "n >= :n", "t > :te", "n BETWEEN :less AND :more", "n IN (:less, :n)",
                "begins_with(t, :te)", "begins_with(b, :start)", "contains(s, :x)", "contains(t, :te)",
                "contains(l, :x)", "size(s) = :two", "size(b) = :two", "size(t) > :two", "attribute_type(s, :type)",
                "l[0] = :less", "l[1] = :x", "m.inside.n < :n", "NOT n = :less", "NOT (n = :less OR t = :x)",
                "n = :less OR n = :n AND t = :t", "(n = :n OR n = :less) AND t = :t", "NOT n = :less AND t = :t",
                "n = :n and t = :t", "b = :bytes", "attribute_exists(m.inside.n)", "attribute_not_exists(l[2])",
            ].map { check("holds", $0, "{}", moto: motoRefuses.contains($0) ? failed : nil) })

    private static let failed = "ConditionalCheckFailedException: The conditional request failed"

    private static let conditionsThatFail = TableCase(
        "conditions that fail",
        [TableStep("PutItem", put("fails", "a", item), "{}")]
            + [
                "attribute_exists(absent)", "attribute_not_exists(pk)", "n = :t", "n <> :n", "absent = :n",
                "absent < :n",
                "t < :n", "n < :n", "n > :n", "n BETWEEN :more AND :more", "n IN (:less, :more)",
                "begins_with(t, :x)", "begins_with(n, :x)", "contains(s, :te)", "contains(absent, :x)",
                "size(absent) < :two", "size(n) < :two", "attribute_type(t, :type)", "l[2] = :x", "m.absent = :n",
                "(n = :n OR n = :less) AND t = :x", "NOT n = :n", "NOT (n = :n AND t = :t)", "n = :n AND NOT t = :t",
            ].map { check("fails", $0, failed, moto: motoFails.contains($0) ? "500" : nil) })

    private static let failedConditions = TableCase(
        "a condition that fails returns the old item if it is asked to",
        TableStep("PutItem", put("old", "a", #""n":{"N":"1"}"#), "{}"),
        TableStep(
            "PutItem", put("old", "a", "", #","ConditionExpression":"attribute_not_exists(pk)""#), failed),
        TableStep(
            "PutItem", put("old", "a", "", #","ConditionExpression":"attribute_not_exists(pk)"\#(oldOnFailure)"#),
            failed + #" {"n":{"N":"1"},\#(keyText("old"))}"#),
        TableStep(
            "DeleteItem",
            #"{"TableName":"users",\#(key("old")),"ConditionExpression":"attribute_not_exists(pk)"\#(oldOnFailure)}"#,
            failed + #" {"n":{"N":"1"},\#(keyText("old"))}"#),
        TableStep(
            "UpdateItem",
            #"{"TableName":"users",\#(key("old", "none")),"UpdateExpression":"REMOVE n","#
                + #""ConditionExpression":"attribute_exists(pk)"\#(oldOnFailure)}"#, failed),
        TableStep("GetItem", get("old"), #"{"Item":{"n":{"N":"1"},\#(keyText("old"))}}"#),
        TableStep("GetItem", get("old", "none"), "{}"))
}

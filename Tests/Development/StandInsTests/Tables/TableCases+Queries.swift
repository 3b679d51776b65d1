extension TableCases {
    static let queries = [
        TableCase(
            "a query reads one partition in the order of its sort keys, and pages of it",
            ["b", "a", "c", "ab"].map { TableStep("PutItem", put("query", $0), "{}") }
                + [TableStep("PutItem", put("query2"), "{}")]
                + [
                    query("pk = :pk", "", ["a", "ab", "b", "c"]),
                    query("pk = :pk", #","ScanIndexForward":false"#, ["c", "b", "ab", "a"]),
                    query("pk = :pk", #","Limit":2"#, ["a", "ab"], last: "ab"),
                    query(
                        "pk = :pk", #","Limit":2,"ExclusiveStartKey":{\#(keyText("query", "ab"))}"#, ["b", "c"],
                        last: "c",
                        motoSaysMore: false),
                    query("pk = :pk", #","Limit":2,"ExclusiveStartKey":{\#(keyText("query", "c"))}"#, []),
                    query("pk = :pk", #","Limit":5"#, ["a", "ab", "b", "c"]),
                    query("pk = :pk AND begins_with(sk, :sk)", "", sk: "a", ["a", "ab"]),
                    query("pk = :pk AND sk = :sk", "", sk: "b", ["b"]),
                    query("pk = :pk AND sk > :sk", "", sk: "ab", ["b", "c"]),
                    query("sk < :sk AND pk = :pk", "", sk: "ab", ["a"]),
                    query("pk = :pk", #","ConsistentRead":true"#, ["a", "ab", "b", "c"]),
                ])
    ]

    private static func query(
        _ condition: String, _ more: String, sk: String? = nil, _ found: [String], last: String? = nil,
        motoSaysMore: Bool = true
    ) -> TableStep {
        let sort = sk.map { #",":sk":{"S":"\#($0)"}"# } ?? ""
        let items = found.map { "{\(keyText("query", $0))}" }.joined(separator: ",")
        let answer = { (end: String) in
            #"{"Count":\#(found.count),"Items":[\#(items)],\#(end)"ScannedCount":\#(found.count)}"#
        }
        let end = last.map { #""LastEvaluatedKey":{\#(keyText("query", $0))},"# } ?? ""
        return TableStep(
            "Query",
            #"{"TableName":"users","KeyConditionExpression":"\#(condition)","#
                + #""ExpressionAttributeValues":{":pk":{"S":"query"}\#(sort)}\#(more)}"#,
            answer(end), moto: motoSaysMore ? nil : answer(""))
    }
}

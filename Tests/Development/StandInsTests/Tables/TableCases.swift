/// What the functions send to DynamoDB, with the answers of the service.
enum TableCases {
    static let all = [types, keys] + writes + transactions + queries + refusals

    static let failed = "ConditionalCheckFailedException: The conditional request failed"

    /// The attributes of a key of the table with a sort key.
    static func key(_ pk: String, _ sk: String = "a") -> String { #""pk":{"S":"\#(pk)"},"sk":{"S":"\#(sk)"}"# }

    static func put(_ pk: String, _ sk: String = "a", _ attributes: String = "", _ more: String = "") -> String {
        #"{"TableName":"users","Item":{\#(key(pk, sk))\#(attributes.isEmpty ? "" : "," + attributes)}\#(more)}"#
    }

    /// A read of an item; nil for one that does not exist.
    static func get(_ pk: String, sk: String? = "a", _ item: String?, moto: String? = nil) -> TableStep {
        let (table, key) = sk.map { ("users", Self.key(pk, $0)) } ?? ("state", #""pk":{"S":"\#(pk)"}"#)
        return TableStep(
            "GetItem", #"{"TableName":"\#(table)","Key":{\#(key)},"ConsistentRead":true}"#,
            item.map { #"{"Item":{\#($0)}}"# } ?? "{}", moto: moto.map { #"{"Item":{\#($0)}}"# })
    }

    private static let types = TableCase(
        "an item of every type that the functions store is written, read and replaced",
        get("item", nil),
        TableStep(
            "PutItem",
            put(
                "item", "a",
                #""b":{"B":"AP8="},"f":{"BOOL":false},"l":{"L":[{"S":"é"}]},"n":{"N":"-12"},"#
                    + #""t":{"SS":["y","x"]}"#), "{}"),
        get(
            "item",
            #""b":{"B":"AP8="},"f":{"BOOL":false},"l":{"L":[{"S":"é"}]},"n":{"N":"-12"},\#(key("item")),"#
                + #""t":{"SS":["x","y"]}"#),
        TableStep("PutItem", put("item"), "{}"), get("item", key("item")))

    private static let keys = TableCase(
        "texts that look alike are different keys", TableStep("PutItem", put("\u{E9}"), "{}"), get("e\u{301}", nil))

    static let queries = [
        TableCase(
            "a query reads the pages of one partition, in the order of its sort keys, without what its filter keeps out",
            [("query", "b"), ("query", "a"), ("query", "c"), ("query", "ab"), ("query2", "a")].map { pk, sk in
                TableStep("PutItem", put(pk, sk, sk == "b" ? #""credentialId":{"S":"x"}"# : ""), "{}")
            } + [
                query(5, ["a", "ab", "b", "c"]), query(2, ["a", "ab"], last: "ab"),
                query(
                    2, more: #","ExclusiveStartKey":{\#(key("query", "ab"))}"#, ["b", "c"], last: "c",
                    motoSaysMore: false),
                query(2, more: #","ExclusiveStartKey":{\#(key("query", "c"))}"#, []),
                query(5, more: withoutPasskeys, ["a", "ab", "c"], read: 4),
                query(3, more: withoutPasskeys, ["a", "ab"], read: 3, last: "b"),
            ])
    ]

    private static let withoutPasskeys = #","FilterExpression":"attribute_not_exists(credentialId)""#

    private static func query(
        _ limit: Int, more: String = "", _ found: [String], read: Int? = nil, last: String? = nil,
        motoSaysMore: Bool = true
    ) -> TableStep {
        let items = found.map { sk in
            sk == "b" ? #"{"credentialId":{"S":"x"},\#(key("query", sk))}"# : "{\(key("query", sk))}"
        }
        let answer = { (end: String) in
            #"{"Count":\#(found.count),"Items":[\#(items.joined(separator: ","))],\#(end)"#
                + #""ScannedCount":\#(read ?? found.count)}"#
        }
        let end = last.map { #""LastEvaluatedKey":{\#(key("query", $0))},"# } ?? ""
        return TableStep(
            "Query",
            #"{"TableName":"users","KeyConditionExpression":"pk = :pk","#
                + #""ExpressionAttributeValues":{":pk":{"S":"query"}},"ConsistentRead":true,"Limit":\#(limit)\#(more)}"#,
            answer(end), moto: motoSaysMore ? nil : answer(""))
    }
}

extension TableCases {
    /// Updates, each with the whole item after it.
    static let updates = [
        TableCase(
            "SET creates, replaces, computes and sees the item as it was",
            update(
                "set", "SET n = :n, t = :t", [":n": #"{"N":"1"}"#, ":t": #"{"S":"x"}"#], #""n":{"N":"1"},"#,
                #","t":{"S":"x"}"#),
            update(
                "set", "SET n = n + :n, o = n", [":n": #"{"N":"4"}"#], #""n":{"N":"5"},"o":{"N":"1"},"#,
                #","t":{"S":"x"}"#),
            update("set", "SET n = :n - o REMOVE t", [":n": #"{"N":"4"}"#], #""n":{"N":"3"},"o":{"N":"1"},"#),
            update(
                "set", "SET n = if_not_exists(n, :n), p = if_not_exists(p, :n) REMOVE o, nothing",
                [":n": #"{"N":"9"}"#], #""n":{"N":"3"},"p":{"N":"9"},"#),
            update(
                "set", "SET n = if_not_exists(q, :n) + :n REMOVE p", [":n": #"{"N":"9"}"#], #""n":{"N":"18"},"#)),
        TableCase(
            "ADD and DELETE change numbers and sets",
            update(
                "add", "ADD n :n, s :s", [":n": #"{"N":"3"}"#, ":s": #"{"SS":["a","b"]}"#],
                #""n":{"N":"3"},"#, #","s":{"SS":["a","b"]}"#, isSetFirst: true),
            update(
                "add", "ADD n :n, s :s", [":n": #"{"N":"-5"}"#, ":s": #"{"SS":["b","c"]}"#],
                #""n":{"N":"-2"},"#, #","s":{"SS":["a","b","c"]}"#, isSetFirst: true),
            update(
                "add", "DELETE s :s REMOVE n", [":s": #"{"SS":["b","x"]}"#], "", #","s":{"SS":["a","c"]}"#,
                isSetFirst: true),
            update("add", "DELETE s :s", [":s": #"{"SS":["a","c"]}"#], "")),
        TableCase(
            "paths lead into lists and maps",
            update(
                "path", "SET l = :l, m = :m",
                [":l": #"{"L":[{"N":"0"},{"N":"1"},{"N":"2"}]}"#, ":m": #"{"M":{}}"#],
                #""l":{"L":[{"N":"0"},{"N":"1"},{"N":"2"}]},"m":{"M":{}},"#),
            update(
                "path", "SET l[1] = :n, m.x = :n REMOVE l[0]", [":n": #"{"N":"7"}"#],
                #""l":{"L":[{"N":"7"},{"N":"2"}]},"m":{"M":{"x":{"N":"7"}}},"#),
            update(
                "path", "SET l = list_append(l, :l) REMOVE m.x", [":l": #"{"L":[{"N":"8"}]}"#],
                #""l":{"L":[{"N":"7"},{"N":"2"},{"N":"8"}]},"m":{"M":{}},"#),
            update(
                "path", "SET l = list_append(if_not_exists(k, :l), l) REMOVE m", [":l": #"{"L":[]}"#],
                #""l":{"L":[{"N":"7"},{"N":"2"},{"N":"8"}]},"#)),
    ]

    /// An update of an item, with the attributes before and after its key in the order of their names.
    private static func update(
        _ pk: String, _ expression: String, _ values: [String: String], _ before: String, _ after: String = "",
        isSetFirst: Bool = false
    ) -> TableStep {
        let given = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let sort = #""sk":{"S":"a"}"#
        let middle =
            isSetFirst ? #""pk":{"S":"\#(pk)"}\#(after),\#(sort)"# : #""pk":{"S":"\#(pk)"},\#(sort)\#(after)"#
        return TableStep(
            "UpdateItem",
            #"{"TableName":"users",\#(key(pk)),"UpdateExpression":"\#(expression)","#
                + #""ExpressionAttributeValues":{\#(given)},"ReturnValues":"ALL_NEW"}"#,
            #"{"Attributes":{\#(before)\#(middle)}}"#)
    }
}

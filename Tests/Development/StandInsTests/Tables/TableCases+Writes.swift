extension TableCases {
    /// The writes of the functions with all kinds of their expressions, each shown to hold and to fail.
    static let writes = [
        TableCase(
            "what is used up has one user until that is forgotten",
            use("a", at: 5, until: 10, isMade: true), use("a", at: 6, until: 11, isMade: true),
            use("b", at: 11, until: 20, isMade: false), use("b", at: 12, until: 20, isMade: true)),
        TableCase(
            "an item is put in place of none, or of one that has ended",
            put("ended", ["expiresAt": n(10)], if: "attribute_not_exists(pk) OR expiresAt <= :now", [":now": n(5)]),
            put(
                "ended", ["expiresAt": n(20)], if: "attribute_not_exists(pk) OR expiresAt <= :now", [":now": n(9)],
                old: ["expiresAt": n(10)]),
            put("ended", ["expiresAt": n(20)], if: "attribute_not_exists(pk) OR expiresAt <= :now", [":now": n(10)])),
        TableCase(
            "an item is put in place of one at rest",
            rest(["fullAt": n(10)], at: 5), rest(["fullAt": n(20)], at: 9, old: ["fullAt": n(10)]),
            rest(["fullAt": n(20), "wrong": n(1)], at: 10),
            rest(["fullAt": n(30)], at: 30, old: ["fullAt": n(20), "wrong": n(1)])),
        TableCase(
            "parts of an item are set, removed and counted if others are as they were",
            put("parts", ["code": s("c"), "spent": s("x"), "wrong": n(2)], if: "attribute_not_exists(pk)"),
            parts(from: "b", to: "d", ["code": s("c"), "spent": s("x"), "wrong": n(2)], isMade: false),
            parts(from: "c", to: "d", ["code": s("d"), "expiresAt": n(9), "extra": n(1), "wrong": n(5)]),
            parts(
                from: "d", to: "e", ["code": s("d"), "expiresAt": n(9), "extra": n(1), "wrong": n(5)], isMade: false)),
        TableCase(
            "a set takes members up to its limit, and gives them back",
            mark("x", ["x"]), mark("y", ["x", "y"]), mark("x", ["x", "y"]), mark("z", ["x", "y"], isMade: false),
            unmark("x", ["marks": ss("y")]), mark("z", ["y", "z"]), unmark("absent", ["marks": ss("y", "z")]),
            unmark("y", ["marks": ss("z")]), unmark("z", [:]), unmark("z", [:], isMade: false)),
        TableCase(
            "a request is noted once, up to the limit",
            request("x", ["requests": ss("x")]), request("x", ["requests": ss("x")], isMade: false),
            request("y", ["requests": ss("x", "y")]), request("z", ["requests": ss("x", "y")], isMade: false)),
        TableCase(
            "two sets take their members together, or neither does",
            both("1", "x", ["answers": ss("1"), "guesses": ss("x")]),
            both("2", "x", ["answers": ss("1", "2"), "guesses": ss("x")]),
            both("3", "y", ["answers": ss("1", "2"), "guesses": ss("x")], isMade: false),
            both("2", "y", ["answers": ss("1", "2"), "guesses": ss("x")], isMade: false)),
    ]

    private typealias Attributes = [String: String]

    private static func n(_ number: Int) -> String { #"{"N":"\#(number)"}"# }
    private static func s(_ text: String) -> String { #"{"S":"\#(text)"}"# }
    private static func ss(_ texts: String...) -> String { set(texts) }
    private static func set(_ texts: [String]) -> String {
        #"{"SS":[\#(texts.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    private static func object(_ attributes: Attributes) -> String {
        "{" + attributes.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// The end of a write of the state table, as the functions send it.
    private static func conditional(_ condition: String, _ values: Attributes, _ names: Attributes) -> String {
        #","ConditionExpression":"\#(condition)","ReturnValuesOnConditionCheckFailure":"ALL_OLD""#
            + (values.isEmpty ? "" : #","ExpressionAttributeValues":\#(object(values))"#)
            + (names.isEmpty ? "" : #","ExpressionAttributeNames":\#(object(names))"#) + "}"
    }

    /// The answer to a write whose condition does not hold for an item; an item that does not exist is empty.
    private static func refusal(_ pk: String, _ old: Attributes) -> String {
        old.isEmpty ? failed : failed + " " + object(old.merging(["pk": s(pk)]) { $1 })
    }

    /// - Parameter old: the item for which the condition does not hold; nil if it holds.
    private static func put(
        _ pk: String, _ item: Attributes, if condition: String, _ values: Attributes = [:], names: Attributes = [:],
        old: Attributes? = nil
    ) -> TableStep {
        let item = object(item.merging(["pk": s(pk)]) { $1 })
        return TableStep(
            "PutItem", #"{"TableName":"state","Item":\#(item)"# + conditional(condition, values, names),
            old.map { refusal(pk, $0) } ?? "{}")
    }

    /// - Parameter item: the item after the update, which changes nothing if its condition does not hold.
    private static func update(
        _ pk: String, _ expression: String, if condition: String, _ values: Attributes, names: Attributes = [:],
        _ item: Attributes, isMade: Bool = true
    ) -> TableStep {
        TableStep(
            "UpdateItem",
            #"{"TableName":"state","Key":{"pk":\#(s(pk))},"UpdateExpression":"\#(expression)","ReturnValues":"ALL_NEW""#
                + conditional(condition, values, names),
            isMade ? #"{"Attributes":\#(object(item.merging(["pk": s(pk)]) { $1 }))}"# : refusal(pk, item))
    }

    private static func use(_ user: String, at now: Int, until end: Int, isMade: Bool) -> TableStep {
        update(
            "used", "SET consumedBy = :user, expiresAt = :until",
            if: "attribute_not_exists(pk) OR expiresAt < :now OR consumedBy = :user",
            [":user": s(user), ":now": n(now), ":until": n(end)],
            isMade ? ["consumedBy": s(user), "expiresAt": n(end)] : ["consumedBy": s("a"), "expiresAt": n(11)],
            isMade: isMade)
    }

    private static func rest(_ item: Attributes, at now: Int, old: Attributes? = nil) -> TableStep {
        put(
            "rest", item, if: "(attribute_not_exists(fullAt) OR fullAt <= :now) AND attribute_not_exists(#wrong)",
            [":now": n(now)], names: ["#wrong": #""wrong""#], old: old)
    }

    private static func parts(from old: String, to new: String, _ item: Attributes, isMade: Bool = true) -> TableStep {
        update(
            "parts", "SET expiresAt = :until, #p0 = :p0, #p1 = :p1 REMOVE #p2 ADD #p3 :p3",
            if: "#p0 = :op0 AND attribute_not_exists(#p1)",
            [":until": n(9), ":p0": s(new), ":op0": s(old), ":p1": n(1), ":p3": n(3)],
            names: ["#p0": #""code""#, "#p1": #""extra""#, "#p2": #""spent""#, "#p3": #""wrong""#], item, isMade: isMade
        )
    }

    private static func mark(_ mark: String, _ marks: [String], isMade: Bool = true) -> TableStep {
        update(
            "marks", "ADD marks :marks0",
            if: "(attribute_not_exists(marks) OR contains(marks, :mark0) OR size(marks) < :limit0)",
            [":marks0": ss(mark), ":mark0": s(mark), ":limit0": n(2)], ["marks": set(marks)], isMade: isMade)
    }

    private static func unmark(_ mark: String, _ item: Attributes, isMade: Bool = true) -> TableStep {
        let step = update(
            "marks", "DELETE marks :marks", if: "attribute_exists(marks)", [":marks": ss(mark)], item, isMade: isMade)
        // The item itself stays.
        return isMade ? step : TableStep(step.operation, step.request, failed + #" {"pk":{"S":"marks"}}"#)
    }

    private static func request(_ request: String, _ item: Attributes, isMade: Bool = true) -> TableStep {
        update(
            "requests", "ADD requests :marks0 REMOVE guesses",
            if: "(attribute_not_exists(requests) OR NOT contains(requests, :mark0) AND size(requests) < :limit0)",
            [":marks0": ss(request), ":mark0": s(request), ":limit0": n(2)], item, isMade: isMade)
    }

    private static func both(_ answer: String, _ guess: String, _ item: Attributes, isMade: Bool = true) -> TableStep {
        update(
            "both", "ADD answers :marks0, guesses :marks1",
            if: "(attribute_not_exists(answers) OR contains(answers, :mark0) OR size(answers) < :limit0) AND "
                + "(attribute_not_exists(guesses) OR contains(guesses, :mark1) OR size(guesses) < :limit1)",
            [
                ":marks0": ss(answer), ":mark0": s(answer), ":limit0": n(2), ":marks1": ss(guess), ":mark1": s(guess),
                ":limit1": n(1),
            ], item, isMade: isMade)
    }
}

import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Reading items of a table")
struct DynamoDBReadTests {
    static func item(
        _ key: DynamoDBKey = DynamoDBKey("user#a", "profile"), _ script: @escaping ScriptedServer.Script
    ) async throws -> ServiceCall<DynamoDBItem?> {
        try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            try client.item(key, in: "users", region: "eu-west-1", by: deadline)
        }
    }

    static func items(_ script: @escaping ScriptedServer.Script) async throws -> ServiceCall<[DynamoDBItem]> {
        try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            try client.items(pk: "user#a", in: "users", region: "eu-west-1", by: deadline)
        }
    }

    static func text(_ request: RecordedRequest?) -> String { String(decoding: request?.body ?? [], as: UTF8.self) }

    @Test("an item that does not exist is nil")
    func absentItemIsNil() async throws {
        try await expect(Self.item { _ in SampleAWS.json("{}") }.result.get(), equals: nil)
    }

    @Test("an item that is not an object is unreadable", arguments: ["[]", "null", "7"])
    func otherItemIsUnreadable(text: String) async throws {
        let call = try await Self.item { _ in SampleAWS.json(#"{"Item":\#(text)}"#) }
        #expect(throws: AWSError.unreadable) { try call.result.get() }
    }

    @Test("Query reads one partition consistently, page after page")
    func queryReadsPages() async throws {
        let call = try await Self.items { request in
            request.number == 1
                ? SampleAWS.json(
                    #"{"Items":[{"sk":{"S":"a"}}],"LastEvaluatedKey":{"pk":{"S":"user#a"},"sk":{"S":"a"}}}"#)
                : SampleAWS.json(#"{"Items":[{"sk":{"S":"b"}}]}"#)
        }
        try expect(call.result.get(), equals: [["sk": .string("a")], ["sk": .string("b")]])
        #expect(
            call.requests.map { $0.headers("X-Amz-Target") } == [
                ["DynamoDB_20120810.Query"], ["DynamoDB_20120810.Query"],
            ])
        let first =
            #"{"TableName":"users","KeyConditionExpression":"pk = :pk","#
            + #""ExpressionAttributeValues":{":pk":{"S":"user#a"}},"ConsistentRead":true,"Limit":100"#
        #expect(Self.text(call.requests.first) == first + "}")
        #expect(
            Self.text(call.requests.last) == first + #","ExclusiveStartKey":{"pk":{"S":"user#a"},"sk":{"S":"a"}}}"#)
    }

    @Test("a page that fails fails the whole reading: a part of a user is never taken for the whole")
    func failedPageFailsTheReading() async throws {
        let call = try await Self.items { request in
            request.number == 1
                ? SampleAWS.json(#"{"Items":[{"sk":{"S":"a"}}],"LastEvaluatedKey":{"pk":{"S":"user#a"}}}"#)
                : SampleAWS.json(#"{"__type":"a#AccessDeniedException"}"#, status: 400)
        }
        #expect(throws: AWSError.refused(status: 400, type: "AccessDeniedException")) { try call.result.get() }
    }

    @Test("a page without items is unreadable", arguments: ["{}", #"{"Items":{}}"#, "[]"])
    func pageWithoutItemsIsUnreadable(text: String) async throws {
        let call = try await Self.items { _ in SampleAWS.json(text) }
        #expect(throws: AWSError.unreadable) { try call.result.get() }
    }

    @Test(
        "every type is read, and an attribute of another type or form is left out",
        arguments: [
            (#"{"S":"é\""}"#, .string("é\"")), (#"{"N":"-9223372036854775808"}"#, .number(.min)),
            (#"{"N":"1.5"}"#, nil), (#"{"N":"9223372036854775808"}"#, nil), (#"{"N":7}"#, nil),
            (#"{"B":"AP8="}"#, .bytes([0, 255])), (#"{"B":"AP8"}"#, nil), (#"{"B":""}"#, .bytes([])),
            (#"{"BOOL":false}"#, .bool(false)), (#"{"BOOL":"false"}"#, nil),
            (#"{"SS":["b","a"]}"#, .strings(["a", "b"])), (#"{"SS":[]}"#, nil), (#"{"SS":["a",7]}"#, nil),
            (#"{"L":[]}"#, .list([])),
            (#"{"L":[{"S":"a"},{"L":[{"N":"1"}]}]}"#, .list([.string("a"), .list([.number(1)])])),
            (#"{"L":[{"NS":["1"]}]}"#, nil), (#"{"L":{}}"#, nil),
            (#"{"M":{"a":{"B":"AA=="}}}"#, nil), (#"{"NULL":true}"#, nil), (#"{"S":"a","N":"1"}"#, nil), ("{}", nil),
            ("7", nil),
        ] as [(String, DynamoDBValue?)])
    func typesAreRead(written: String, value: DynamoDBValue?) async throws {
        let call = try await Self.item { _ in SampleAWS.json(#"{"Item":{"a":\#(written)}}"#) }
        let item = try #require(try call.result.get())
        #expect(item["a"] == value)
    }
}

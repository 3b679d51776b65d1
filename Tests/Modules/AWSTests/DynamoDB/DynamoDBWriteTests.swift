import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Writing an item of a table")
struct DynamoDBWriteTests {
    static func run(
        _ write: DynamoDBWrite, _ script: @escaping ScriptedServer.Script = { _ in SampleAWS.json("{}") }
    ) async throws -> ServiceCall<DynamoDBWrite.Outcome> {
        try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            try client.write(write, region: "eu-west-1", by: deadline)
        }
    }

    static let key = DynamoDBKey("user#a", "profile")

    @Test(
        "each action is one operation with its own parameters",
        arguments: [
            (
                .init(.put(["n": .number(1)]), key, in: "users", if: "attribute_not_exists(pk)"), "PutItem",
                #"{"TableName":"users","Item":{"n":{"N":"1"},"pk":{"S":"user#a"},"sk":{"S":"profile"}},"#
                    + #""ConditionExpression":"attribute_not_exists(pk)","#
                    + #""ReturnValuesOnConditionCheckFailure":"ALL_OLD"}"#
            ),
            (
                .init(
                    .update("SET #n = :n"), key, in: "users", if: "#n < :n", names: ["n": "name"],
                    values: ["n": .bytes([1])]), "UpdateItem",
                #"{"TableName":"users","Key":{"pk":{"S":"user#a"},"sk":{"S":"profile"}},"#
                    + ##""UpdateExpression":"SET #n = :n","ConditionExpression":"#n < :n","##
                    + ##""ExpressionAttributeNames":{"#n":"name"},"ExpressionAttributeValues":{":n":{"B":"AQ=="}},"##
                    + #""ReturnValuesOnConditionCheckFailure":"ALL_OLD"}"#
            ),
            (
                .init(.delete, DynamoDBKey("code#a"), in: "state"), "DeleteItem",
                #"{"TableName":"state","Key":{"pk":{"S":"code#a"}}}"#
            ),
        ] as [(DynamoDBWrite, String, String)])
    func actionIsOneOperation(write: DynamoDBWrite, operation: String, body: String) async throws {
        let call = try await Self.run(write)
        #expect(try call.result.get() == .applied)
        #expect(call.requests.map { $0.headers("X-Amz-Target") } == [["DynamoDB_20120810.\(operation)"]])
        #expect(String(decoding: call.requests.first?.body ?? [], as: UTF8.self) == body)
    }

    @Test("an attribute cannot replace the key of the item that is written")
    func attributeCannotReplaceTheKey() async throws {
        let call = try await Self.run(.init(.put(["pk": .string("user#other")]), Self.key, in: "users"))
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body["Item"]?["pk"]?["S"]?.string == "user#a")
    }

    @Test("every type is written as DynamoDB reads it")
    func typesAreWritten() async throws {
        let value: DynamoDBValue = .map([
            "b": .list([.bool(true), .bytes([]), .strings(["x", "y"])]), "a": .map(["s": .string("\"")]),
        ])
        let call = try await Self.run(.init(.put(["v": value]), DynamoDBKey("a"), in: "users"))
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(
            String(decoding: try #require(body["Item"]?["v"]).bytes, as: UTF8.self)
                == #"{"M":{"a":{"M":{"s":{"S":"\""}}},"b":{"L":[{"BOOL":true},{"B":""},{"SS":["x","y"]}]}}}"#)
    }

    @Test("a check on its own is refused and nothing is sent")
    func checkOnItsOwnIsRefused() async throws {
        let call = try await Self.run(.init(.check, Self.key, in: "users", if: "attribute_exists(pk)"))
        #expect(throws: AWSError.invalidName("a check outside a transaction")) { try call.result.get() }
        #expect(call.requests.isEmpty)
    }
}

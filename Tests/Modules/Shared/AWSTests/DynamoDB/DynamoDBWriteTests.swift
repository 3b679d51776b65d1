import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Writing an item of a table")
struct DynamoDBWriteTests {
    static let update = DynamoDBWrite(
        .update("SET consumedBy = :round, expiresAt = :until"), DynamoDBKey("token#a"), in: "state",
        if: "attribute_not_exists(pk) OR consumedBy = :round",
        values: ["round": .string("r\"1"), "until": .number(1_800_000_000), "set": .strings(["a", "b"])])

    static func run(
        writing write: DynamoDBWrite = update, milliseconds: Int64 = 60_000, arriving: Int = 0,
        _ script: @escaping ScriptedServer.Script
    ) async throws -> ServiceCall<DynamoDBWrite.Outcome> {
        try await ServiceCall.run(milliseconds: milliseconds, arriving: arriving, script) {
            client, deadline throws(AWSError) in try client.write(write, region: "eu-west-1", by: deadline)
        }
    }

    static let failed = "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"

    @Test(
        "a condition that does not hold is an outcome, with the item if there is one",
        arguments: [
            (#"{"__type":"\#(failed)","message":"The conditional request failed"}"#, [:]),
            (#"{"__type":"ConditionalCheckFailedException","Item":null}"#, [:]),
            (
                #"{"__type":"\#(failed)","Item":{"pk":{"S":"a"},"n":{"N":"12"},"s":{"SS":["x"]},"b":{"BOOL":true}}}"#,
                ["pk": .string("a"), "n": .number(12), "s": .strings(["x"]), "b": .bool(true)]
            ),
            (#"{"__type":"\#(failed)","Item":{"n":{"N":"1.5"},"s":{"S":7},"t":"S"}}"#, [:]),
        ] as [(String, DynamoDBItem)])
    func failedConditionIsAnOutcome(text: String, item: DynamoDBItem) async throws {
        let call = try await Self.run { _ in SampleAWS.json(text, status: 400) }
        try expect(call.result.get(), equals: .conditionFailed(item))
        #expect(call.requests.count == 1)
    }

    @Test(
        "a transient failure is retried",
        arguments: [
            SampleAWS.json("{}", status: 500), SampleAWS.json("", status: 503), SampleAWS.json("{}", status: 429),
            SampleAWS.json(#"{"__type":"a#ProvisionedThroughputExceededException"}"#, status: 400),
            SampleAWS.json(#"{"__type":"a#ThrottlingException"}"#, status: 400),
            SampleAWS.json(#"{"__type":"a#RequestLimitExceeded"}"#, status: 400), .closed, .reset,
            .cutShort(body: Array("{}".utf8), sent: 1),
        ])
    func transientFailureIsRetried(first: ScriptedAnswer) async throws {
        let call = try await Self.run { $0.number == 1 ? first : SampleAWS.json("{}") }
        try expect(call.result.get(), equals: .applied)
        #expect(call.requests.count == 2)
        #expect(call.requests.first?.body == call.requests.last?.body)
    }

    @Test("a call without an answer is retried")
    func silenceIsRetried() async throws {
        let call = try await Self.run(arriving: 2) { $0.number == 1 ? .silence : SampleAWS.json("{}") }
        try expect(call.result.get(), equals: .applied)
        #expect(call.requests.count == 2)
        #expect(call.requests.first?.body == call.requests.last?.body)
    }

    @Test("a failure is retried only once")
    func failureIsRetriedOnce() async throws {
        let call = try await Self.run { _ in SampleAWS.json("{}", status: 500) }
        #expect(throws: AWSError.refused(status: 500, type: "no error type")) { try call.result.get() }
        #expect(call.requests.count == 2)
    }

    @Test(
        "a permanent failure is not retried",
        arguments: [
            "AccessDeniedException", "ValidationException", "ResourceNotFoundException",
        ])
    func permanentFailureIsNotRetried(type: String) async throws {
        let call = try await Self.run { _ in SampleAWS.json(#"{"__type":"a#\#(type)"}"#, status: 400) }
        #expect(throws: AWSError.refused(status: 400, type: type)) { try call.result.get() }
        #expect(call.requests.count == 1)
    }

    @Test("there is no retry past the deadline")
    func noRetryPastTheDeadline() async throws {
        let call = try await Self.run(milliseconds: 600, arriving: 1) { _ in .silence }
        guard case .failure(.unreachable(.timedOut)) = call.result else { return #expect(Bool(false)) }
        #expect(call.requests.count == 1)
    }

    @Test(
        "a failure that would come again is not retried, nor is any at the deadline",
        arguments: [
            (HTTPError.responseTooLarge, 0), (.untrusted("reason"), 0), (.invalidRequest("reason"), 0),
            (.connectionLost("reason"), 600),
        ] as [(HTTPError, Int64)])
    func hopelessFailureIsNotRetried(error: HTTPError, duration: Int64) {
        let transport = FailingTransport(error, after: duration)
        let client = AWSClient(transport: transport, credentials: SampleAWS.credentials) { _ in nil }
        #expect(throws: AWSError.unreachable(error)) {
            try client.write(Self.update, region: "eu-west-1", by: Deadline(600) { transport.now })
        }
        #expect(transport.count == 1)
    }

    /// Fails every request in the same way, each after that many milliseconds.
    private final class FailingTransport: HTTPTransport, @unchecked Sendable {
        private let (error, duration): (HTTPError, Int64)
        private(set) var count: Int64 = 0
        var now: Int64 { count * duration }

        init(_ error: HTTPError, after duration: Int64) { (self.error, self.duration) = (error, duration) }

        func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            count += 1
            throw error
        }
    }

    @Test("an update whose answer holds no item is unreadable", arguments: ["{}", #"{"Attributes":[]}"#])
    func updateWithoutItemIsUnreadable(text: String) async throws {
        let call = try await ServiceCall.run({ _ in SampleAWS.json(text) }) { client, deadline throws(AWSError) in
            try client.update(Self.update, region: "eu-west-1", by: deadline)
        }
        #expect(throws: AWSError.unreadable) { try call.result.get() }
    }

    @Test("an attribute cannot replace the key of the item that is written")
    func attributeCannotReplaceTheKey() async throws {
        let call = try await Self.run(
            writing: .init(.put(["pk": .string("user#other")]), DynamoDBKey("user#a", "profile"), in: "users")
        ) { _ in SampleAWS.json("{}") }
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body["Item"]?["pk"]?["S"]?.string == "user#a")
    }

    @Test("every type is written as DynamoDB reads it")
    func typesAreWritten() async throws {
        let value: DynamoDBValue = .list([.bool(true), .bytes([]), .strings(["x", "y"]), .string("\"")])
        let call = try await Self.run(writing: .init(.put(["v": value]), DynamoDBKey("a"), in: "users")) { _ in
            SampleAWS.json("{}")
        }
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        try expect(
            String(decoding: #require(body["Item"]?["v"]).bytes, as: UTF8.self),
            equals: #"{"L":[{"BOOL":true},{"B":""},{"SS":["x","y"]},{"S":"\""}]}"#)
    }
}

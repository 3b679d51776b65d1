import AWS
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@Suite("Transactions over several tables")
struct DynamoDBTransactionTests {
    static let writes = [
        DynamoDBWrite(.put([:]), DynamoDBKey("user#a", "profile"), in: "users", if: "attribute_not_exists(pk)"),
        DynamoDBWrite(
            .update("SET usedBy = :u"), DynamoDBKey("used#c"), in: "state", if: "attribute_not_exists(pk)",
            values: ["u": .string("x")]),
        DynamoDBWrite(.delete, DynamoDBKey("user#a", "email"), in: "users"),
        DynamoDBWrite(.delete, DynamoDBKey("user#b", "profile"), in: "users", if: "attribute_exists(pk)"),
    ]

    static func run(
        by deadline: Deadline? = nil, pause: @escaping @Sendable (Int64) -> Void = { _ in },
        _ script: @escaping ScriptedServer.Script
    ) async throws -> ServiceCall<DynamoDBTransactionOutcome> {
        try await ServiceCall.run(pause: pause, script) { client, usual throws(AWSError) in
            try client.write(writes, token: "attempt-1", region: "eu-west-1", by: deadline ?? usual)
        }
    }

    /// A cancellation with these codes; `ConditionalCheckFailed` brings an item.
    static func cancelled(_ codes: String...) -> ScriptedAnswer {
        let reasons = codes.map { code in
            let item = code == "ConditionalCheckFailed" ? #","Item":{"pk":{"S":"a"},"by":{"S":"y"}}"# : ""
            return #"{"Code":"\#(code)"\#(item)}"#
        }
        let type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException"
        return SampleAWS.json(
            #"{"__type":"\#(type)","CancellationReasons":[\#(reasons.joined(separator: ","))]}"#, status: 400)
    }

    @Test(
        "the token and the content stay the same when a transaction is sent again",
        arguments: [
            ScriptedAnswer.closed, .reset, SampleAWS.json("{}", status: 500),
            SampleAWS.json(#"{"__type":"a#TransactionInProgressException"}"#, status: 400),
            cancelled("None", "TransactionConflict", "None", "None"),
            cancelled("None", "None", "ProvisionedThroughputExceeded", "ThrottlingError"),
            cancelled("ConditionalCheckFailed", "TransactionConflict", "None", "None"),
        ])
    func resentTransactionIsTheSame(first: ScriptedAnswer) async throws {
        let call = try await Self.run { $0.number == 1 ? first : SampleAWS.json("{}") }
        try expect(call.result.get(), equals: .applied)
        #expect(call.requests.count == 2)
        #expect(call.requests.first?.body == call.requests.last?.body)
    }

    @Test("a failed condition is an outcome that says which write it was, with the old item")
    func failedConditionIsAnOutcome() async throws {
        let call = try await Self.run { _ in Self.cancelled("None", "ConditionalCheckFailed", "None", "None") }
        let item: DynamoDBItem = ["pk": .string("a"), "by": .string("y")]
        try expect(call.result.get(), equals: .cancelled([.none, .conditionFailed(item), .none, .none]))
        #expect(call.requests.count == 1)
    }

    @Test("a conflict is resent three times, each after a longer pause, and is then an error")
    func conflictIsBounded() async throws {
        let pauses = Pauses()
        let call = try await Self.run(pause: pauses.add) { _ in
            Self.cancelled("TransactionConflict", "None", "None", "None")
        }
        let error = AWSError.refused(status: 400, type: "TransactionCanceledException, conflict or overload")
        #expect(throws: error) { try call.result.get() }
        #expect(call.requests.count == 4)
        #expect(pauses.all == [20, 60, 180])
    }

    @Test("a condition that failed beside a lasting conflict is an outcome, and the conflict is told apart")
    func failedConditionBesideAConflict() async throws {
        let call = try await Self.run { _ in
            Self.cancelled("TransactionConflict", "ConditionalCheckFailed", "None", "ThrottlingError")
        }
        let item: DynamoDBItem = ["pk": .string("a"), "by": .string("y")]
        try expect(call.result.get(), equals: .cancelled([.conflict, .conditionFailed(item), .none, .throttled]))
    }

    @Test(
        "a conflict of a single write is resent as well",
        arguments: [
            "TransactionConflictException", "TransactionInProgressException",
        ])
    func conflictOfASingleWrite(type: String) async throws {
        let pauses = Pauses()
        let call = try await ServiceCall.run(
            pause: pauses.add,
            { request in
                request.number < 4
                    ? SampleAWS.json(#"{"__type":"a#\#(type)"}"#, status: 400) : SampleAWS.json("{}")
            }
        ) { client, deadline throws(AWSError) in
            try client.write(Self.writes[2], region: "eu-west-1", by: deadline)
        }
        try expect(call.result.get(), equals: .applied)
        #expect(pauses.all == [20, 60, 180])
    }

    @Test("no conflict is resent past the deadline")
    func noResendPastTheDeadline() async throws {
        let time = Atomic<Int64>(0)
        let deadline = Deadline(400) { time.load(ordering: .relaxed) }
        let call = try await Self.run(by: deadline, pause: { _ in time.store(400, ordering: .relaxed) }) { _ in
            Self.cancelled("TransactionConflict", "None", "None", "None")
        }
        let error = AWSError.refused(status: 400, type: "TransactionCanceledException, conflict or overload")
        #expect(throws: error) { try call.result.get() }
        #expect(call.requests.count == 1)
    }

    @Test("an answer that came at the deadline is the outcome, and the call is not begun again")
    func lateAnswerIsTheOutcome() async throws {
        let time = Atomic<Int64>(0)
        let call = try await Self.run(by: Deadline(400) { time.load(ordering: .relaxed) }) { _ in
            time.store(400, ordering: .relaxed)
            return SampleAWS.json("{}", status: 500)
        }
        #expect(throws: AWSError.refused(status: 500, type: "no error type")) { try call.result.get() }
        #expect(call.requests.count == 1)
    }

    @Test("a fault of a write is an error that names it", arguments: ["ValidationError", "AccessDenied"])
    func faultOfAWriteIsAnError(code: String) async throws {
        let call = try await Self.run { _ in Self.cancelled("ConditionalCheckFailed", code, "None", "None") }
        #expect(throws: AWSError.refused(status: 400, type: "TransactionCanceledException, \(code)")) {
            try call.result.get()
        }
        #expect(call.requests.count == 1)
    }

    @Test(
        "reasons that cannot be understood are unreadable",
        arguments: [
            cancelled(), cancelled("None", "None", "None"), cancelled("None", "None", "None", "None"),
            cancelled("Other", "ConditionalCheckFailed", "None", "None"),
            cancelled("ConditionalCheckFailed", "None", "None"),
            SampleAWS.json(#"{"__type":"TransactionCanceledException"}"#, status: 400),
        ])
    func otherReasonsAreUnreadable(answer: ScriptedAnswer) async throws {
        let call = try await Self.run { _ in answer }
        #expect(throws: AWSError.unreadable) { try call.result.get() }
        #expect(call.requests.count == 1)
    }

    @Test("a token that other content has used is an error and not sent again")
    func usedTokenIsAnError() async throws {
        let call = try await Self.run { _ in
            SampleAWS.json(#"{"__type":"a#IdempotentParameterMismatchException"}"#, status: 400)
        }
        #expect(throws: AWSError.refused(status: 400, type: "IdempotentParameterMismatchException")) {
            try call.result.get()
        }
        #expect(call.requests.count == 1)
    }
}

/// The pauses that a client has asked for.
private final class Pauses: Sendable {
    private let recorded = Mutex<[Int64]>([])

    @Sendable func add(_ milliseconds: Int64) { recorded.withLock { $0.append(milliseconds) } }

    var all: [Int64] { recorded.withLock { $0 } }
}

import Authsignal
import HTTP
import Primitives
import TestSupport
import Testing

@Suite("Connections to Authsignal")
struct AuthsignalConnectionTests {
    static func run(
        _ call: ServerCall, count: Int = 1, milliseconds: Int64 = 60_000, arriving: Int = 0,
        _ script: @escaping ScriptedServer.Script
    ) async throws -> CallOutcome<Bool> {
        try await CallOutcome.run(count: count, milliseconds: milliseconds, arriving: arriving, script) {
            client, deadline throws(AuthsignalError) in
            try call.make(client, by: deadline)
            return true
        }
    }

    static let breaks: [ScriptedAnswer] = [
        .closed, .reset, .cutShort(body: Array("{}".utf8), sent: 1),
        ScriptedAnswer(bytes: Array("HTTP/1.1 200 OK\r\nContent-Le".utf8), afterwards: .close),
    ]

    @Test("all calls share one connection")
    func callsShareAConnection() async throws {
        let answers = [
            "POST /v1/users/user/actions/cognitoAuth": ServerCall.track.success,
            "POST /v1/validate": ServerCall.validate.success,
            "GET /v1/users/user/authenticators": ServerCall.authenticators.success,
        ]
        let outcome = try await CallOutcome.run(
            count: 2, { AuthsignalSample.json(answers["\($0.method) \($0.target)"] ?? "{}") }
        ) { client, deadline throws(AuthsignalError) in
            for call in ServerCall.allCases { try call.make(client, by: deadline) }
            return true
        }
        #expect(outcome.failureKinds == [])
        #expect(outcome.requests.count == 10)
        #expect(Set(outcome.requests.map(\.connection)) == [1])
    }

    @Test("a GET is sent again if its connection breaks", arguments: ServerCall.allCases.filter(\.isGet), breaks)
    func brokenGetIsSentAgain(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : AuthsignalSample.json(call.success) }
        try expect(outcome.result.get(), equals: true)
        #expect(outcome.requests.count == 2)
        #expect(Set(outcome.requests.map(\.target)).count == 1)
        #expect(Set(outcome.requests.map(\.connection)) == [1, 2])
    }

    @Test(
        "a POST is not sent again if its connection breaks, because the service may have accepted it",
        arguments: ServerCall.allCases.filter { !$0.isGet }, breaks)
    func brokenPostIsNotSentAgain(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : AuthsignalSample.json(call.success) }
        #expect(outcome.failureKinds == ["connection lost"])
        #expect(outcome.requests.count == 1)
    }

    @Test("a call to a silent service times out at the deadline and is not repeated", arguments: ServerCall.allCases)
    func silentService(call: ServerCall) async throws {
        let outcome = try await Self.run(call, milliseconds: 1_000, arriving: 1) { _ in .silence }
        #expect(outcome.failureKinds == ["timed out"])
        #expect(outcome.requests.count == 1)
    }

    @Test("nothing is sent if no time is left", arguments: ServerCall.allCases, [-1_000, 0, 40])
    func noTimeLeft(call: ServerCall, milliseconds: Int64) async throws {
        let outcome = try await Self.run(call, milliseconds: milliseconds) { _ in AuthsignalSample.json(call.success) }
        #expect(throws: AuthsignalError.unreachable(.timedOut("no time left for the call"))) {
            try outcome.result.get()
        }
        #expect(outcome.requests.isEmpty)
    }

    @Test("an answer larger than a megabyte is refused, and the call is not repeated")
    func answerTooLarge() async throws {
        let outcome = try await Self.run(.authenticators) { _ in
            .answer(body: Array(repeating: 0x20, count: 1 << 20 | 1))
        }
        #expect(throws: AuthsignalError.unreachable(.responseTooLarge)) { try outcome.result.get() }
        #expect(outcome.requests.count == 1)
    }
}

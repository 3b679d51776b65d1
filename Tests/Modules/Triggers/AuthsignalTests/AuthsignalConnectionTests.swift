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

    @Test("an error answer keeps the connection open too", arguments: [400, 401, 404, 429, 500])
    func errorKeepsTheConnection(status: Int) async throws {
        let outcome = try await Self.run(.authenticators, count: 3) { _ in AuthsignalSample.json("{}", status: status) }
        #expect(outcome.requests.map(\.connection) == [1, 1, 1])
    }

    @Test("if nothing listens on the port, the call is tried again and then fails", arguments: ServerCall.allCases)
    func refusedConnection(call: ServerCall) async throws {
        let result = try await onThread {
            let port = try RefusingPort()
            let client = try AuthsignalSample.client("http://\(port.endpoint)/v1")
            return Result { () throws(AuthsignalError) in
                try call.make(client, by: AuthsignalSample.deadline(in: 60_000))
                return true
            }
        }
        #expect(CallOutcome(results: [result], requests: []).failureKinds == ["cannot connect"])
    }

    @Test("a GET is sent again if its connection breaks", arguments: ServerCall.allCases.filter(\.isGet), breaks)
    func brokenGetIsSentAgain(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : AuthsignalSample.json(call.success) }
        try expect(outcome.result.get(), equals: true)
        #expect(outcome.requests.count == 2)
        #expect(Set(outcome.requests.map(\.target)).count == 1)
        #expect(Set(outcome.requests.map(\.connection)) == [1, 2])
    }

    @Test("a GET is sent again only once", arguments: ServerCall.allCases.filter(\.isGet), breaks)
    func brokenGetIsSentAgainOnce(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { _ in broken }
        #expect(outcome.failureKinds == ["connection lost"])
        #expect(outcome.requests.count == 2)
    }

    @Test(
        "a POST is not sent again if its connection breaks, because the service may have accepted it",
        arguments: ServerCall.allCases.filter { !$0.isGet }, breaks)
    func brokenPostIsNotSentAgain(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : AuthsignalSample.json(call.success) }
        #expect(outcome.failureKinds == ["connection lost"])
        #expect(outcome.requests.count == 1)
    }

    /// If a reused connection ends without a byte of an answer, libcurl assumes that it was already dead before.
    @Test(
        "a POST is sent again on a new connection, once, if a reused connection ends without a byte",
        arguments: [true, false])
    func reusedConnectionWithoutAnswer(isLostAgain: Bool) async throws {
        let outcome = try await Self.run(.track, count: 2) { request in
            request.number == 2 || request.number == 3 && isLostAgain
                ? .closed : AuthsignalSample.json(ServerCall.track.success)
        }
        #expect(outcome.requests.map(\.connection) == [1, 1, 2])
        #expect(outcome.failureKinds == (isLostAgain ? ["connection lost"] : []))
    }

    @Test("a POST is not sent again if a reused connection ends inside the answer")
    func reusedConnectionWithHalfAnAnswer() async throws {
        let outcome = try await Self.run(.track, count: 2) { request in
            request.number == 2
                ? .cutShort(body: Array(ServerCall.track.success.utf8), sent: 9)
                : AuthsignalSample.json(ServerCall.track.success)
        }
        #expect(outcome.requests.count == 2)
        #expect(outcome.failureKinds == ["connection lost"])
    }

    @Test("a call to a silent service times out at the deadline and is not repeated", arguments: ServerCall.allCases)
    func silentService(call: ServerCall) async throws {
        let outcome = try await Self.run(call, milliseconds: 1_000, arriving: 1) { _ in .silence }
        #expect(outcome.failureKinds == ["timed out"])
        #expect(outcome.requests.count == 1)
    }

    @Test("a call to a service that stops in the middle of an answer times out and is not repeated")
    func halfAnswer() async throws {
        let half = ScriptedAnswer(bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[".utf8))
        let outcome = try await Self.run(.authenticators, milliseconds: 1_000, arriving: 1) { _ in half }
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

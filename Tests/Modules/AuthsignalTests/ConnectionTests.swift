import Authsignal
import HTTP
import Primitives
import TestSupport
import Testing

@Suite("Connections to Authsignal")
struct ConnectionTests {
    static func run(
        _ call: ServerCall, count: Int = 1, milliseconds: Int64 = 5_000, arriving: Int = 0,
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
    func keepAlive() async throws {
        let answers = [
            "POST /v1/users/user/actions/cognitoAuth": ServerCall.track.success,
            "POST /v1/validate": ServerCall.validate.success,
            "GET /v1/users/user/authenticators": ServerCall.authenticators.success,
        ]
        let outcome = try await CallOutcome.run(
            count: 2, { Sample.json(answers["\($0.method) \($0.target)"] ?? "{}") }
        ) { client, deadline throws(AuthsignalError) in
            for call in ServerCall.allCases { try call.make(client, by: deadline) }
            return true
        }
        #expect(outcome.faults == [])
        #expect(outcome.requests.count == 10)
        #expect(Set(outcome.requests.map(\.connection)) == [1])
    }

    @Test("an answer that is an error keeps the connection, too", arguments: [400, 401, 404, 429, 500])
    func keepAliveAfterErrors(status: Int) async throws {
        let outcome = try await Self.run(.authenticators, count: 3) { _ in Sample.json("{}", status: status) }
        #expect(outcome.requests.map(\.connection) == [1, 1, 1])
    }

    @Test("nobody at the port: tried again, then an error", arguments: ServerCall.allCases)
    func refused(call: ServerCall) async throws {
        let result = try await onThread {
            let port = try RefusingPort()
            let client = try Sample.client("http://\(port.endpoint)/v1")
            return Result { () throws(AuthsignalError) in
                try call.make(client, by: Sample.deadline(in: 5_000))
                return true
            }
        }
        #expect(CallOutcome(results: [result], requests: []).faults == ["cannot connect"])
    }

    @Test("a GET whose connection breaks is made once more", arguments: ServerCall.allCases.filter(\.isGet), breaks)
    func lostGet(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : Sample.json(call.success) }
        #expect(try outcome.result.get())
        #expect(outcome.requests.count == 2)
        #expect(Set(outcome.requests.map(\.target)).count == 1)
        #expect(Set(outcome.requests.map(\.connection)) == [1, 2])
    }

    @Test("and only once more", arguments: ServerCall.allCases.filter(\.isGet), breaks)
    func lostGetAgain(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { _ in broken }
        #expect(outcome.faults == ["connection lost"])
        #expect(outcome.requests.count == 2)
    }

    @Test(
        "a POST whose connection breaks is not made again: it may have been taken",
        arguments: ServerCall.allCases.filter { !$0.isGet }, breaks)
    func lostPost(call: ServerCall, broken: ScriptedAnswer) async throws {
        let outcome = try await Self.run(call) { $0.number == 1 ? broken : Sample.json(call.success) }
        #expect(outcome.faults == ["connection lost"])
        #expect(outcome.requests.count == 1)
    }

    /// libcurl takes a kept connection that ends without a byte of an answer for one that had been dead before.
    @Test(
        "a POST over a kept connection that ends without a byte goes out on a new one, once", arguments: [true, false])
    func keptConnection(isLostAgain: Bool) async throws {
        let outcome = try await Self.run(.track, count: 2) { request in
            request.number == 2 || request.number == 3 && isLostAgain
                ? .closed : Sample.json(ServerCall.track.success)
        }
        #expect(outcome.requests.map(\.connection) == [1, 1, 2])
        #expect(outcome.faults == (isLostAgain ? ["connection lost"] : []))
    }

    @Test("a POST over a kept connection that ends inside the answer is not made again")
    func keptConnectionCut() async throws {
        let outcome = try await Self.run(.track, count: 2) { request in
            request.number == 2
                ? .cutShort(body: Array(ServerCall.track.success.utf8), sent: 9) : Sample.json(ServerCall.track.success)
        }
        #expect(outcome.requests.count == 2)
        #expect(outcome.faults == ["connection lost"])
    }

    @Test("a silent service is waited for within the deadline, and not asked twice", arguments: ServerCall.allCases)
    func silence(call: ServerCall) async throws {
        let outcome = try await Self.run(call, milliseconds: 1_000, arriving: 1) { _ in .silence }
        #expect(outcome.faults == ["timed out"])
        #expect(outcome.requests.count == 1)
    }

    @Test("so is one that stops in the middle of an answer")
    func halfAnswer() async throws {
        let half = ScriptedAnswer(bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[".utf8))
        let outcome = try await Self.run(.authenticators, milliseconds: 1_000, arriving: 1) { _ in half }
        #expect(outcome.faults == ["timed out"])
        #expect(outcome.requests.count == 1)
    }

    @Test("without time left nothing is sent", arguments: ServerCall.allCases, [-1_000, 0, 40])
    func noTime(call: ServerCall, milliseconds: Int64) async throws {
        let outcome = try await Self.run(call, milliseconds: milliseconds) { _ in Sample.json(call.success) }
        #expect(throws: AuthsignalError.unreachable(.timedOut("no time left for the call"))) {
            try outcome.result.get()
        }
        #expect(outcome.requests.isEmpty)
    }

    @Test("an answer larger than a megabyte is refused, and not asked for again")
    func tooLarge() async throws {
        let outcome = try await Self.run(.authenticators) { _ in
            .answer(body: Array(repeating: 0x20, count: 1 << 20 | 1))
        }
        #expect(throws: AuthsignalError.unreachable(.responseTooLarge)) { try outcome.result.get() }
        #expect(outcome.requests.count == 1)
    }
}

#if os(Linux)
private import JSON
internal import LoopbackServer
internal import LoopbackSockets
internal import RuntimeAPIHost
internal import StandIns
private import Synchronization

/// The tables and the mail service of the authenticator, behind a plain server with blocking sockets, like that of the
/// Runtime API.
///
/// While an event is prepared, the stand-in for DynamoDB answers. Then one delivery of the event is recorded. When the
/// same event comes again, each call gets the answer that it got in that delivery, at once. So a measured round trip
/// contains everything that the function does, its calls included, and next to nothing of the service's own time.
final class BenchTables: Sendable {
    /// The base URL of the service.
    let endpoint: String
    private let service: LoopbackHTTPServer

    /// The user pool whose keys the service publishes.
    let pool: BenchPool

    /// The tables' names.
    static let (users, state) = ("bench-users", "bench-state")

    private enum Mode { case live, recording, replaying }

    private struct State {
        var tables = TableStandIn([TableSchema(BenchTables.state), TableSchema(BenchTables.users, hasSortKey: true)])
        var mails: [SentMail] = []
        var mode = Mode.live
        var recorded: [(operation: String, answer: RuntimeAPIAnswer)] = []
        var position = 0
        var fault: String?
    }

    private let stored = Mutex(State())

    /// Serves until it is released.
    init() throws(BenchError) {
        pool = try BenchPool()
        do throws(SystemCallError) { service = try LoopbackHTTPServer() } catch {
            throw .systemError(error.call, error.code)
        }
        endpoint = "http://" + service.endpoint
        service.start { [weak self] arrival, socket, _ in
            self.map { socket.send($0.answer(arrival.request).bytes) } ?? false
        }
    }

    /// Forgets everything.
    func reset() { stored.withLock { $0 = State() } }

    /// Records the calls from now on.
    func record() { stored.withLock { ($0.mode, $0.recorded) = (.recording, []) } }

    /// Repeats what was recorded from now on.
    func replay() { stored.withLock { ($0.mode, $0.position) = (.replaying, 0) } }

    /// The code in the last mail; nil if there is none.
    var code: String? { stored.withLock { $0.mails.last?.code } }

    /// Throws if a call was refused, or was not the one that was recorded.
    func check() throws(BenchError) {
        if let fault = stored.withLock({ $0.fault }) { throw .program("tables", fault) }
    }

    private func answer(_ request: LoopbackRequest) -> RuntimeAPIAnswer {
        let target = request.header("X-Amz-Target") ?? request.line
        let operation = target.split(separator: ".").last.map(String.init) ?? target
        if request.line.contains(BenchPool.keySetPath) { return .event(pool.keySet, headers: []) }
        return stored.withLock { state in
            if state.mode == .replaying { return Self.repeated(operation, &state) }
            let answer = Self.answer(to: operation, request, &state)
            if state.mode == .recording { state.recorded.append((operation, answer)) }
            return answer
        }
    }

    /// The token that Authsignal gives for an action.
    static let authsignalToken = "bench.authsignal.token"

    /// What Authsignal answers to an action of a user who has a passkey.
    private static let trackedAction = JSONWriter.object { action in
        action.member("state", "CHALLENGE_REQUIRED")
        action.member("idempotencyKey", "bench")
        action.member("token", authsignalToken)
        action.member("isEnrolled", true)
        action.member("enrolledVerificationMethods", ["PASSKEY"])
    }

    private static func repeated(_ operation: String, _ state: inout State) -> RuntimeAPIAnswer {
        guard !state.recorded.isEmpty, state.recorded[state.position].operation == operation else {
            state.fault = "\(operation) is not the call that was recorded"
            return .refused(.badRequest, type: "NotRecorded")
        }
        defer { state.position = (state.position + 1) % state.recorded.count }
        return state.recorded[state.position].answer
    }

    private static func answer(
        to operation: String, _ request: LoopbackRequest, _ state: inout State
    ) -> RuntimeAPIAnswer {
        // What only opens a connection.
        if request.line.hasPrefix("GET ") { return .event(Array("healthy".utf8), headers: []) }
        if request.line.hasPrefix("POST /v1/users/") { return .event(trackedAction, headers: []) }
        if let mail = SentMail(request.body) {
            state.mails.append(mail)
            return .event(Array(#"{"MessageId":"1"}"#.utf8), headers: [])
        }
        let (status, body) = state.tables.respond(to: operation, request.body)
        guard status == 200 else {
            let text = String(decoding: body, as: UTF8.self)
            // A function may find out by a write that the item is not what it expected.
            if text.contains("ConditionalCheckFailedException") { return .refused(.badRequest, body: body) }
            state.fault = "\(operation) is refused: \(text)"
            return .refused(.badRequest, type: "Refused")
        }
        return .event(body, headers: [])
    }
}
#endif

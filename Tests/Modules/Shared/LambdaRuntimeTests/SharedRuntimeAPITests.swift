import Foundation
import RuntimeAPIHost
import Synchronization
import TestSupport
import Testing

/// Plays the part of a Runtime API that several processes share: every event goes to the process that asks first, and
/// only that process may answer it. It goes on until each process has answered many, while another had one too.
final class SharedRuntimeAPI: Sendable {
    /// One event, and what became of it.
    struct Handled: Sendable {
        /// The connection, and with it the process, that took the event.
        let taker: Int
        /// The connections over which answers came.
        var answerers: [Int] = []
        /// The content of the last answer.
        var answer: [UInt8] = []
    }

    private struct State {
        var events: [Handled] = []
        /// The event that each connection has taken and not answered yet.
        var current: [Int: Int] = [:]
        /// How often each connection took an event while another connection had one.
        var overlaps: [Int: Int] = [:]
        var isDone = false
    }

    private final class Progress: Sendable {
        let state = Mutex(State())
    }

    private let server: ScriptedServer
    private let progress: Progress

    /// A service for that many processes.
    /// - Parameter overlaps: how many events each process must have taken while another had one.
    init(processes: Int, overlaps: Int) throws {
        let progress = Progress()
        self.progress = progress
        server = try ScriptedServer { request in
            switch RuntimeAPICall(method: request.method, target: request.target) {
            case .next:
                return progress.state.withLock { state in
                    // A process that has one unanswered gets the same again.
                    if let event = state.current[request.connection] { return Self.event(event) }
                    let isEnough = state.overlaps.count { $0.value >= overlaps } == processes
                    guard !isEnough, state.events.count < 50_000 else {
                        state.isDone = state.isDone || state.current.isEmpty
                        return .silence
                    }
                    if !state.current.isEmpty { state.overlaps[request.connection, default: 0] += 1 }
                    state.current[request.connection] = state.events.count
                    state.events.append(Handled(taker: request.connection))
                    return Self.event(state.events.count - 1)
                }
            case .response(let segment):
                return progress.state.withLock { state in
                    guard let event = Int(segment), state.events.indices.contains(event) else { return .answer(404) }
                    state.events[event].answerers.append(request.connection)
                    state.events[event].answer = request.body
                    guard state.current[request.connection] == event else { return .answer(400) }
                    state.current[request.connection] = nil
                    return .answer(202)
                }
            case .initError, .error, nil: return .answer(404)
            }
        }
    }

    /// `host:port`, for `AWS_LAMBDA_RUNTIME_API`.
    var endpoint: String { server.endpoint }
    /// Whether every process has had its events and none is left unanswered.
    var isDone: Bool { progress.state.withLock { $0.isDone } }
    /// The events handed out, in order.
    var events: [Handled] { progress.state.withLock { $0.events } }
    /// The connections that there were.
    var connections: Set<Int> { Set(server.requests.map(\.connection)) }

    /// The content of an event: no two are alike.
    static func body(_ event: Int) -> [UInt8] { SampleEvent.define(clientMetadata: #"{"event":"\#(event)"}"#) }

    private static func event(_ number: Int) -> ScriptedAnswer {
        RuntimeAPIService.Event(String(number), body: body(number)).answer
    }
}

/// Several processes of the real DefineAuthChallenge that ask one Runtime API for events.
@Suite("Processes that share a Runtime API")
struct SharedRuntimeAPITests {
    @Test("each event is answered once, with its own content, by the process that took it", arguments: [2, 3])
    func eventsAreAnsweredByTheirTaker(processes: Int) async throws {
        let (service, exits) = try await onThread {
            let service = try SharedRuntimeAPI(processes: processes, overlaps: 50)
            let executable = try ChildProcess.builtExecutable("DefineAuthChallenge")
            let children = try (1...processes).map { _ in
                try ChildProcess(executable, environment: ["AWS_LAMBDA_RUNTIME_API": service.endpoint])
            }
            waitUntil { service.isDone || children.contains { !$0.isRunning } }
            for child in children { child.send(SIGTERM) }
            return (service, children.map { $0.wait() })
        }
        #expect(service.isDone)
        #expect(exits == Array(repeating: .status(0), count: processes))
        #expect(service.connections.count == processes)
        #expect(service.events.allSatisfy { $0.answerers == [$0.taker] })
        let wrong = service.events.enumerated().filter { number, event in
            event.answer != Self.reply(to: SharedRuntimeAPI.body(number))
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(service.events.count)")
    }

    /// What DefineAuthChallenge answers to the first event of a sign-in.
    private static func reply(to event: [UInt8]) -> [UInt8] {
        let text = String(decoding: event, as: UTF8.self)
            .replacing(#""challengeName":null"#, with: #""challengeName":"CUSTOM_CHALLENGE""#)
            .replacing(#""issueTokens":null"#, with: #""issueTokens":false"#)
            .replacing(#""failAuthentication":null"#, with: #""failAuthentication":false"#)
        return Array(text.utf8)
    }
}

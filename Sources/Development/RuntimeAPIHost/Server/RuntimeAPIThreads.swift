internal import Foundation
internal import LoopbackSockets
internal import Synchronization

/// The threads that serve a Runtime API. One accepts connections; every connection has its own to answer requests.
final class RuntimeAPIThreads: Sendable {
    typealias Handler = @Sendable (RuntimeAPIRequest) async -> RuntimeAPIAnswer

    private struct State {
        var isStopped = false
        var connections: [RuntimeAPIConnection] = []
    }

    /// The value of `AWS_LAMBDA_RUNTIME_API`.
    let endpoint: String
    private let state = Mutex(State())

    /// Starts serving.
    init(_ handler: @escaping Handler) throws(SystemCallError) {
        let listener = try RuntimeAPIListener()
        endpoint = listener.endpoint
        Thread.detachNewThread { [self] in
            while !state.withLock(\.isStopped) {
                // With a time limit, because stopped threads would otherwise wait for one more connection.
                guard let connection = listener.accept(milliseconds: 100) else { continue }
                serve(connection, handler)
            }
        }
    }

    /// Ends every connection, and accepts no new ones.
    func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            return state.connections
        }
        for connection in connections { connection.end() }
    }

    private func serve(_ connection: RuntimeAPIConnection, _ handler: @escaping Handler) {
        state.withLock { $0.connections.append(connection) }
        Thread.detachNewThread { [self] in
            while !state.withLock(\.isStopped), let arrival = try? connection.receive() {
                guard connection.send(Self.answer(arrival.request, handler)) else { break }
            }
            state.withLock { state in state.connections.removeAll { $0 === connection } }
            connection.end()
        }
    }

    /// Waits for an answer on this connection's own thread. The answer may have to wait for the next event.
    private static func answer(_ request: RuntimeAPIRequest, _ handler: @escaping Handler) -> RuntimeAPIAnswer {
        let (pending, isGiven) = (Pending(), DispatchSemaphore(value: 0))
        Task {
            let answer = await handler(request)
            pending.answer.withLock { $0 = answer }
            isGiven.signal()
        }
        isGiven.wait()
        return pending.answer.withLock { $0 }
    }

    /// Passes an answer from a task to a thread.
    private final class Pending: Sendable {
        let answer = Mutex(RuntimeAPIAnswer.refused(.unavailable, type: "Runtime.Unavailable"))
    }
}

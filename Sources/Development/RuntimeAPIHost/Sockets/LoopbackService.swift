package import LoopbackSockets
private import Synchronization

/// An HTTP service on 127.0.0.1 with blocking sockets, a thread for each connection. It ends with its last reference.
package final class LoopbackService: Sendable {
    /// Answers a request; nil closes its connection.
    package typealias Handler = @Sendable (RuntimeAPIRequest) -> RuntimeAPIAnswer?

    /// Host and port, as in `AWS_LAMBDA_RUNTIME_API`.
    package let endpoint: String
    private let listener: LoopbackSocket
    private let shared = Shared()

    private final class Shared: Sendable {
        let state = Mutex((isStopped: false, connections: [RuntimeAPIConnection]()))
        var isStopped: Bool { state.withLock { $0.isStopped } }
    }

    /// A service that accepts no connection yet.
    package init() throws(SystemCallError) {
        listener = try LoopbackSocket()
        try listener.startListening()
        endpoint = "127.0.0.1:\(try listener.port())"
    }

    /// Starts serving.
    package func start(_ handler: @escaping Handler) {
        listener.serve(while: { [shared] in !shared.isStopped }) { [shared] socket in
            let connection = RuntimeAPIConnection(socket)
            shared.state.withLock { $0.connections.append(connection) }
            return {
                while !shared.isStopped, let arrival = try? connection.receive(),
                    let answer = handler(arrival.request), connection.send(answer)
                {}
                shared.state.withLock { state in state.connections.removeAll { $0 === connection } }
                connection.end()
            }
        }
    }

    deinit { shared.state.withLock { $0.isStopped = true } }

    /// Ends every connection, and accepts no new ones.
    package func stop() {
        let connections = shared.state.withLock { state in
            state.isStopped = true
            return state.connections
        }
        for connection in connections { connection.end() }
    }
}

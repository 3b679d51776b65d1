package import LoopbackSockets

/// Accepts the connections of processes to a Runtime API, on a port of 127.0.0.1 that the system chooses, with blocking
/// sockets. Its cost is small and the same for every process, so the bench can measure through it.
package final class RuntimeAPIListener: Sendable {
    /// The value of `AWS_LAMBDA_RUNTIME_API`.
    package let endpoint: String
    private let socket: LoopbackSocket

    /// Starts listening.
    package init() throws(SystemCallError) {
        socket = try LoopbackSocket()
        try socket.startListening()
        endpoint = "127.0.0.1:\(try socket.port())"
    }

    /// Waits for a connection; nil if none arrives within this time.
    package func accept(milliseconds: Int32) -> RuntimeAPIConnection? {
        socket.nextConnection(milliseconds: milliseconds).map { RuntimeAPIConnection($0) }
    }
}

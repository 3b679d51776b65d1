internal import CLibrary
package import LoopbackSockets
private import Synchronization

/// A TLS server, on 127.0.0.1 unless it is to be reached by other machines, that passes everything on to a plain server
/// of this machine, and its answers back.
package final class TLSRelay: Sendable {
    /// The port.
    package let port: UInt16
    /// `https://127.0.0.1:` and the port.
    package var url: String { "https://127.0.0.1:\(port)" }
    private let shared = Shared()

    private final class Shared: Sendable {
        let connections = Atomic(0)
        let isStopped = Atomic(false)
        /// The clients' sockets of the connections that threads are busy with, by their numbers.
        let open = Mutex<[Int: LoopbackSocket]>([:])
    }

    /// Starts relaying to a port from one that other machines reach.
    ///
    /// - Parameter own: the port; 0 for one that the system chooses.
    /// - Throws: `SystemCallError`.
    package convenience init(_ identity: TLSIdentity, to port: UInt16, atPort own: UInt16) throws(SystemCallError) {
        // Shared, because connections of an earlier relay may still be closing.
        let listener = try LoopbackSocket(boundTo: own, address: "0.0.0.0", isShared: true)
        try self.init(identity, to: port, listener)
    }

    /// Starts relaying to a port from one that the system chooses. It ends with the last reference.
    ///
    /// - Parameter prepare: gets the number of each new connection, counted from 1, on the connection's thread before
    ///   the handshake.
    /// - Throws: `SystemCallError`.
    package convenience init(
        _ identity: TLSIdentity, to port: UInt16, beforeHandshake prepare: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(SystemCallError) {
        try self.init(identity, to: port, try LoopbackSocket(), beforeHandshake: prepare)
    }

    private init(
        _ identity: TLSIdentity, to target: UInt16, _ listener: LoopbackSocket,
        beforeHandshake prepare: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(SystemCallError) {
        try listener.startListening()
        port = try listener.port()
        let shared = shared
        listener.serve(while: { !shared.isStopped.load(ordering: .relaxed) }) { client in
            let number = shared.connections.add(1, ordering: .relaxed).newValue
            shared.open.withLock { $0[number] = client }
            return {
                defer { shared.open.withLock { $0[number] = nil } }
                prepare(number)
                guard let target = try? LoopbackSocket(connectedTo: target) else { return }
                TLSConnection(client, identity)?.relay(to: target)
            }
        }
    }

    deinit { shared.isStopped.store(true, ordering: .relaxed) }

    /// Ends all connections, and waits for their threads, five seconds at most. OpenSSL cleans up when the process
    /// exits, and a thread that still uses it then crashes the process.
    package func stop() {
        shared.isStopped.store(true, ordering: .relaxed)
        for _ in 0..<5_000 {
            let open = shared.open.withLock { $0 }
            if open.isEmpty { return }
            for socket in open.values { socket.end() }
            usleep(1_000)
        }
    }

    /// How many connections clients have opened so far, those without a successful handshake included.
    package var connections: Int { shared.connections.load(ordering: .relaxed) }
}

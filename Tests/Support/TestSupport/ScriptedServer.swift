private import Foundation
private import LoopbackSockets
private import Synchronization

/// An HTTP/1.1 server on 127.0.0.1. A test writes every answer, including faulty ones.
///
/// One thread serves all connections, a request at a time, and records each request before it asks the script what to
/// do. The script runs on that thread and may wait, for example for a `Gate`, to delay an answer. The server stops when
/// its last reference is gone.
package final class ScriptedServer: Sendable {
    /// Decides the answer to a request.
    package typealias Script = @Sendable (RecordedRequest) -> ScriptedAnswer

    /// The port that the system chose.
    package let port: UInt16
    private let shared = Shared()

    /// The state that the test and the server's thread share.
    private final class Shared: Sendable {
        let requests = Mutex<[RecordedRequest]>([])
        let isStopped = Atomic(false)
    }

    /// Starts a server.
    package init(_ script: @escaping Script) throws {
        let listener = try LoopbackSocket()
        try listener.startListening()
        port = try listener.port()
        let shared = shared
        Thread.detachNewThread { Self.serve(listener, shared, script) }
    }

    deinit { shared.isStopped.store(true, ordering: .relaxed) }

    /// `127.0.0.1:` and the port.
    package var endpoint: String { "127.0.0.1:\(port)" }

    /// The requests so far, in order.
    package var requests: [RecordedRequest] { shared.requests.withLock { $0 } }

    private static func serve(_ listener: LoopbackSocket, _ shared: Shared, _ script: Script) {
        var connections: [ServerConnection] = []
        var opened = 0
        while !shared.isStopped.load(ordering: .relaxed) {
            let descriptors = [listener.descriptor] + connections.map(\.socket.descriptor)
            // The listener comes last, so that no index moves before it is used.
            for index in LoopbackSocket.readable(descriptors, milliseconds: 50).reversed() {
                if index == 0 {
                    guard let socket = listener.nextConnection(milliseconds: 0) else { continue }
                    // A test that goes wrong must not wait for ever.
                    socket.setPatience(seconds: 60)
                    opened += 1
                    connections.append(ServerConnection(socket, number: opened))
                } else if !serve(connections[index - 1], shared, script) {
                    connections.remove(at: index - 1)
                }
            }
        }
    }

    /// Serves one request; false if the connection has ended.
    private static func serve(_ connection: ServerConnection, _ shared: Shared, _ script: Script) -> Bool {
        let number = shared.requests.withLock { $0.count + 1 }
        guard let request = connection.receiveRequest(number: number) else { return false }
        shared.requests.withLock { $0.append(request) }
        let answer = script(request)
        guard answer.bytes.isEmpty || connection.socket.send(answer.bytes) else { return false }
        switch answer.afterwards {
        case .keepOpen: return true
        case .close: return false
        case .reset:
            connection.socket.resetOnClose()
            return false
        }
    }
}

package import LoopbackSockets
private import Synchronization

/// An HTTP/1.1 server with blocking sockets and a thread for each connection, on 127.0.0.1 unless another address is
/// named. Its cost is small and the same for every client, so the bench can measure through it. It ends with its last
/// reference.
package final class LoopbackHTTPServer: Sendable {
    /// Answers a request on its connection, and returns false to close it. The first connection has number 1.
    package typealias Handler = @Sendable (RequestReader.Arrival, any ByteStream, _ connection: Int) -> Bool

    /// The port it listens on.
    package let port: UInt16
    private let listener: LoopbackSocket
    private let connections = Connections()

    /// Starts to listen. No request is answered yet.
    ///
    /// - Parameters:
    ///   - port: 0 to let the system choose one.
    ///   - address: an IPv4 address of this machine; 0.0.0.0 for all of them.
    package init(port: UInt16 = 0, address: String = "127.0.0.1") throws(SystemCallError) {
        // Connections of an earlier server may still be closing on a port that somebody has chosen.
        listener = try LoopbackSocket(boundTo: port, address: address, isShared: port != 0)
        try listener.startListening()
        self.port = try listener.port()
    }

    deinit { stop() }

    /// `127.0.0.1:` and the port.
    package var endpoint: String { "127.0.0.1:\(port)" }

    /// Waits for a connection that the caller serves, in place of `start`; nil if none comes within this time.
    package func nextConnection(milliseconds: Int32) -> LoopbackSocket? {
        listener.nextConnection(milliseconds: milliseconds)
    }

    /// Starts to answer requests. What is not a request gets status 400.
    ///
    /// - Parameter stream: what carries the requests of a connection, such as TLS; nil closes it.
    package func start(
        over stream: @escaping @Sendable (LoopbackSocket) -> (any ByteStream)? = { $0 }, _ handler: @escaping Handler
    ) {
        listener.serve(while: { [connections] in connections.isOpen }) { [connections] socket in
            let number = connections.add(socket)
            return {
                if let stream = stream(socket) { Self.serve(stream, number, handler) }
                connections.remove(number)
            }
        }
    }

    /// Starts to answer requests with what a task comes to. The connection's thread waits for it.
    package func start(awaiting handler: @escaping @Sendable (LoopbackRequest) async -> LoopbackResponse) {
        start { arrival, stream, _ in
            let response = waiting(otherwise: LoopbackResponse(500)) { await handler(arrival.request) }
            return stream.send(response.bytes(answering: arrival.request, isLast: arrival.isLast))
                && !response.isCutOff
        }
    }

    /// Closes the port and every connection.
    package func stop() {
        listener.end()
        connections.end()
    }

    private static func serve(_ stream: any ByteStream, _ number: Int, _ handler: Handler) {
        var reader = RequestReader(stream)
        do throws(RequestReader.NoRequest) {
            while true {
                let arrival = try reader.next()
                guard handler(arrival, stream, number), !arrival.isLast else { return }
            }
        } catch {
            guard error == .malformed else { return }
            _ = stream.send(Array("HTTP/1.1 400 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        }
    }
}

/// The connections that threads are busy with.
private final class Connections: Sendable {
    private let state = Mutex((isOpen: true, count: 0, sockets: [Int: LoopbackSocket]()))

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Adds a connection; returns its number.
    func add(_ socket: LoopbackSocket) -> Int {
        state.withLock { state in
            if !state.isOpen { socket.end() }
            state.count += 1
            state.sockets[state.count] = socket
            return state.count
        }
    }

    func remove(_ number: Int) { state.withLock { $0.sockets[number] = nil } }

    /// Ends every connection, and those that are still added.
    func end() {
        let sockets = state.withLock { state in
            state.isOpen = false
            return state.sockets.values
        }
        for socket in sockets { socket.end() }
    }
}

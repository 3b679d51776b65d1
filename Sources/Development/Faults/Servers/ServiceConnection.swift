#if os(Linux)
internal import LoopbackServer
internal import LoopbackSockets
internal import TLSRelay

/// A function's connection to a faulty server, plain or with TLS. One thread uses it; any thread may end it.
final class ServiceConnection: ByteStream {
    private let socket: LoopbackSocket
    private let stream: TLSConnection?

    /// A connection that is ready for requests; nil if the handshake fails.
    init?(_ socket: LoopbackSocket, _ identity: TLSIdentity?) {
        self.socket = socket
        guard let identity else {
            stream = nil
            return
        }
        guard let stream = TLSConnection(socket, identity) else { return nil }
        self.stream = stream
    }

    /// The next bytes, at least one.
    func nextBytes() throws(LoopbackSocket.NoBytes) -> [UInt8] {
        guard let stream else { return try socket.nextBytes() }
        let bytes = stream.receive()
        guard !bytes.isEmpty else { throw .ended }
        return bytes
    }

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool { stream?.send(bytes) ?? socket.send(bytes) }

    /// Waits until the function ends the connection.
    func waitForEnd() { while (try? nextBytes()) != nil {} }

    /// Makes the close of the connection a reset.
    func resetOnClose() { socket.resetOnClose() }
}
#endif

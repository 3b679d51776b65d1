#if os(Linux)
internal import LoopbackSockets
internal import TLSRelay

/// A function's connection to a faulty server, plain or with TLS. One thread uses it; any thread may end it.
final class ServiceConnection {
    private let socket: LoopbackSocket
    private let stream: TLSConnection?
    private var received: [UInt8] = []

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

    /// Waits for a whole request; nil if the connection ends before it, or if the bytes are not a request.
    func nextRequest() -> ServiceRequest? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = received.firstRange(of: separator) {
                guard var request = ServiceRequest(head: received[..<end.lowerBound]) else { return nil }
                let total = end.upperBound + request.contentLength
                if request.expectsContinue, received.count < total {
                    guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
                }
                while received.count < total { guard receiveMore() else { return nil } }
                request.body = Array(received[end.upperBound..<total])
                received.removeFirst(total)
                return request
            }
            guard receiveMore() else { return nil }
        }
    }

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool { stream?.send(bytes) ?? socket.send(bytes) }

    /// Waits until the function ends the connection.
    func waitForEnd() { while receiveMore() { received = [] } }

    /// Makes the close of the connection a reset.
    func resetOnClose() { socket.resetOnClose() }

    private func receiveMore() -> Bool {
        let bytes = stream.map { $0.receive() } ?? socket.receive()
        received += bytes
        return !bytes.isEmpty
    }
}
#endif

#if os(Linux)
internal import LoopbackSockets
internal import StandIns
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
    func nextRequest() -> StandInRequest? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = received.firstRange(of: separator) {
                guard let request = StandInRequest(head: received[..<end.lowerBound]) else { return nil }
                let total = end.upperBound + (request.headers["content-length"].flatMap { Int($0) } ?? 0)
                if request.headers["expect"]?.lowercased() == "100-continue", received.count < total {
                    guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
                }
                while received.count < total { guard receiveMore() else { return nil } }
                let body = Array(received[end.upperBound..<total])
                received.removeFirst(total)
                return StandInRequest(
                    method: request.method, target: request.target, headers: request.headers, body: body)
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

extension StandInRequest {
    /// Reads a head, without the empty line that ends it; nil if it is not an HTTP/1.1 request.
    fileprivate init?(head: ArraySlice<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value)
        }
        self.init(method: String(words[0]), target: String(words[1]), headers: headers)
    }
}
#endif

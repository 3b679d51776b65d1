internal import LoopbackSockets

/// The server's end of one connection, with the bytes that have been received and not used yet.
final class ServerConnection {
    let socket: LoopbackSocket
    private let number: Int
    private var received: [UInt8] = []

    init(_ socket: LoopbackSocket, number: Int) {
        self.socket = socket
        self.number = number
    }

    /// Waits for a whole request; nil if the connection ends before it, or if what comes is not a request that this
    /// server can read.
    func receiveRequest(number: Int) -> RecordedRequest? {
        let end = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            if let head = received[searched...].firstRange(of: end) {
                return receiveBody(after: head, number: number)
            }
            searched = max(0, received.count - end.count)
            guard receiveMore() else { return nil }
        }
    }

    private func receiveBody(after separator: Range<Int>, number: Int) -> RecordedRequest? {
        let head = received[..<separator.lowerBound]
        let draft = RecordedRequest(head: head, body: [], number: number, connection: self.number)
        guard let draft, draft.header("Transfer-Encoding") == nil else { return nil }
        let length = draft.header("Content-Length").flatMap { Int($0) } ?? 0
        if draft.header("Expect") == "100-continue" {
            guard socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        while received.count < separator.upperBound + length {
            guard receiveMore() else { return nil }
        }
        let body = Array(received[separator.upperBound..<separator.upperBound + length])
        received.removeFirst(separator.upperBound + length)
        return RecordedRequest(
            number: number, connection: draft.connection, method: draft.method, target: draft.target,
            headers: draft.headers, body: body)
    }

    private func receiveMore() -> Bool {
        let bytes = socket.receive()
        received += bytes
        return !bytes.isEmpty
    }
}

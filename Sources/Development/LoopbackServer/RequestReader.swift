internal import CLibrary
package import LoopbackSockets

/// What requests are read from: a socket, or TLS on one. Its calls block.
package protocol ByteStream {
    /// The next bytes, at least one.
    func nextBytes() throws(LoopbackSocket.NoBytes) -> [UInt8]

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool

    /// Makes the close of the connection a reset.
    func resetOnClose()
}

extension LoopbackSocket: ByteStream {}

/// Reads the requests of one connection, one after the other.
package struct RequestReader {
    private let stream: any ByteStream
    /// What has arrived and is not read yet.
    private var received: [UInt8] = []
    /// When the last bytes arrived.
    private var time: Int64 = 0

    private static let maximumHeadBytes = 1 << 20

    /// A reader of a connection from which nothing has been read.
    package init(_ stream: any ByteStream) { self.stream = stream }

    /// A request, the time when its last byte was read, in nanoseconds of `CLOCK_MONOTONIC`, and whether the client
    /// wants the connection closed after the answer (RFC 9112 section 9.6).
    package typealias Arrival = (request: LoopbackRequest, time: Int64, isLast: Bool)

    /// Why there is no request.
    package enum NoRequest: Error, Equatable, Sendable {
        /// The connection has ended.
        case ended
        /// The time limit has passed.
        case silence
        /// The bytes are not a request whose body has a known length.
        case malformed
    }

    /// Waits for a whole request.
    package mutating func next() throws(NoRequest) -> Arrival {
        time = Self.now()
        let start = try receiveHead()
        guard let head = RequestHead(received[..<(start - 4)]) else { throw .malformed }
        let end = start + head.contentLength
        if head.expectsContinue, received.count < end {
            _ = stream.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        while received.count < end { try receiveMore() }
        defer { received.removeFirst(end) }
        var request = head.request
        request.body = Array(received[start..<end])
        return (request, time, head.isLast)
    }

    /// Waits for the empty line that ends a head; returns the index after it.
    private mutating func receiveHead() throws(NoRequest) -> Int {
        var index = 3
        while received.count < Self.maximumHeadBytes {
            while index < received.count {
                if received[index] == 0x0A, received[(index - 3)..<index].elementsEqual([0x0D, 0x0A, 0x0D]) {
                    return index + 1
                }
                index += 1
            }
            try receiveMore()
        }
        throw .malformed
    }

    private mutating func receiveMore() throws(NoRequest) {
        let bytes: [UInt8]
        do throws(LoopbackSocket.NoBytes) { bytes = try stream.nextBytes() } catch {
            throw error == .silence ? .silence : .ended
        }
        time = Self.now()
        received += bytes
    }

    /// The clock of arrivals.
    package static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

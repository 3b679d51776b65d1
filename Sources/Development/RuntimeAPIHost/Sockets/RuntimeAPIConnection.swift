internal import CLibrary
internal import LoopbackSockets
private import Synchronization

/// A process's connection to a Runtime API. Receiving a request and sending an answer are blocking calls. Only one
/// thread may use the connection at a time, but any thread may end it.
package final class RuntimeAPIConnection: Sendable {
    private let socket: LoopbackSocket
    private let received = Mutex<[UInt8]>([])

    /// Takes over a connected socket.
    init(_ socket: LoopbackSocket) { self.socket = socket }

    /// Limits how long `receive` waits for a request, and `send` for the process to read.
    package func setPatience(seconds: Int) { socket.setPatience(seconds: seconds) }

    /// Ends the connection, and with it a wait for a request.
    package func end() { socket.end() }

    /// A request, and the time when its last byte was read, in nanoseconds of `CLOCK_MONOTONIC`.
    package typealias Arrival = (request: RuntimeAPIRequest, time: Int64)

    /// Why there is no request.
    package enum NoRequest: Error, Equatable, Sendable {
        /// The connection has ended.
        case ended
        /// The time limit has passed.
        case silence
        /// The bytes are not a request of a process.
        case malformed
    }

    /// Waits for a whole request.
    package func receive() throws(NoRequest) -> Arrival {
        try received.withLock { received throws(NoRequest) in
            var time = Self.now()
            var head = received.range(of: Self.headEnd, from: 0)
            while head == nil {
                let searched = max(0, received.count - Self.headEnd.count)
                time = try receiveMore(&received)
                head = received.range(of: Self.headEnd, from: searched)
            }
            guard let head, let request = RuntimeAPIRequest(head: received[..<head.lowerBound]) else {
                throw .malformed
            }
            let end = head.upperBound + request.contentLength
            if request.expectsContinue, received.count < end {
                _ = socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            while received.count < end { time = try receiveMore(&received) }
            defer { received.removeFirst(end) }
            return (request.with(Array(received[head.upperBound..<end])), time)
        }
    }

    /// Sends an answer. Returns false if the connection has ended.
    @discardableResult
    package func send(_ answer: RuntimeAPIAnswer) -> Bool { socket.send(answer.bytes) }

    private static let headEnd = Array("\r\n\r\n".utf8)

    /// Appends the bytes that arrive next; returns the time when they were read.
    private func receiveMore(_ received: inout [UInt8]) throws(NoRequest) -> Int64 {
        let bytes: [UInt8]
        do throws(LoopbackSocket.NoBytes) { bytes = try socket.nextBytes() } catch {
            throw error == .silence ? .silence : .ended
        }
        let time = Self.now()
        received += bytes
        return time
    }

    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension [UInt8] {
    /// The first occurrence of these bytes at or after an index.
    fileprivate func range(of bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        for index in start...(count - bytes.count) where self[index..<index + bytes.count].elementsEqual(bytes) {
            return index..<index + bytes.count
        }
        return nil
    }
}

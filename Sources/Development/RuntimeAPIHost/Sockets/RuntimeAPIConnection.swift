internal import CLibrary
private import Synchronization

/// A process's connection to a Runtime API. Receiving a request and sending an answer are blocking calls. Only one
/// thread may use the connection at a time, but any thread may end it.
package final class RuntimeAPIConnection: Sendable {
    private let descriptor: Int32
    private let received = Mutex<[UInt8]>([])
    private static let chunk = 64 << 10

    /// Takes over a connected socket.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // The socket may inherit the listener's mode, which does not block. This socket must block.
        _ = fcntl(descriptor, F_SETFL, 0)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    deinit { close(descriptor) }

    /// Limits how long `receive` waits for a request.
    package func setPatience(seconds: Int) {
        set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
    }

    /// Ends the connection, and with it a wait for a request.
    package func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

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
            if request.expectsContinue, received.count < end { _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            while received.count < end { time = try receiveMore(&received) }
            defer { received.removeFirst(end) }
            return (request.with(Array(received[head.upperBound..<end])), time)
        }
    }

    /// Sends an answer. Returns false if the connection has ended.
    @discardableResult
    package func send(_ answer: RuntimeAPIAnswer) -> Bool { send(answer.bytes) }

    private static let headEnd = Array("\r\n\r\n".utf8)

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { unsafe systemSend(descriptor, $0[sent...]) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Appends the bytes that arrive next; returns the time when they were read.
    private func receiveMore(_ received: inout [UInt8]) throws(NoRequest) -> Int64 {
        var (time, failure) = (Int64(0), Int32(0))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            time = Self.now()
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        guard !bytes.isEmpty else { throw failure == EAGAIN || failure == EWOULDBLOCK ? .silence : .ended }
        received += bytes
        return time
    }

    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) {
        var value = value
        unsafe _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
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

private func systemSend(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
    return unsafe send(descriptor, rest.baseAddress, rest.count, 0)
    #else
    return unsafe send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
    #endif
}

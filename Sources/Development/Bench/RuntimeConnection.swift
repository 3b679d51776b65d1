#if os(Linux)
private import Primitives
private import CLibrary

/// The connection on which a program asks for events and answers them.
@safe
struct RuntimeConnection: ~Copyable {
    private let descriptor: Int32
    private let program: String
    private let buffer: UnsafeMutableRawBufferPointer
    private var eventCount = 0
    private static let capacity = 64 << 10
    /// Where the last answer stands in the buffer.
    private var answer = 0..<0

    /// A request as it stands in the buffer.
    private struct Request {
        var headCount: Int
        var count: Int
        /// When its last byte had been read, in nanoseconds.
        var completed: Int64
    }

    /// Takes a connected socket over.
    init(_ descriptor: Int32, _ program: String) {
        self.descriptor = descriptor
        self.program = program
        unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 8)
        var patience = timeval(tv_sec: RuntimeEmulator.patience, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
        unsafe buffer.deallocate()
    }

    /// Closes the connection.
    consuming func end() {}

    /// Waits until the program asks for an event; returns when it had asked, in nanoseconds.
    func awaitNext() throws(BenchError) -> Int64 {
        let request = try readRequest()
        guard isRequest("GET /2018-06-01/runtime/invocation/next ") else { throw unexpected(request) }
        return request.completed
    }

    /// Gives the program an event and waits for its answer.
    /// - Returns: the time from the event's last byte written to the answer's last byte read, in nanoseconds.
    mutating func exchange(_ event: [UInt8]) throws(BenchError) -> Int64 {
        eventCount += 1
        // Ids of the same length whatever the count.
        let id = "8476a536-e9f4-11e8-9739-\(100_000_000_000 + eventCount)"
        let deadline = (BenchClock.secondsSince1970() + 5) * 1_000
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Lambda-Runtime-Aws-Request-Id: \(id)\r
            Lambda-Runtime-Invocation-Id: \(id)\r
            Lambda-Runtime-Deadline-Ms: \(deadline)\r
            Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:eu-west-1:123456789012:function:benchmark\r
            Lambda-Runtime-Trace-Id: Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=1\r
            Date: Fri, 20 Nov 2026 23:00:00 GMT\r
            Content-Length: \(event.count)\r
            \r

            """
        let message = Array(head.utf8) + event
        let written = try write(message)
        let request = try readRequest()
        guard isRequest("POST /2018-06-01/runtime/invocation/\(id)/response ") else { throw unexpected(request) }
        answer = request.headCount..<request.count
        return request.completed - written
    }

    /// The content of the last answer.
    var lastAnswer: [UInt8] { unsafe Array(buffer[answer]) }

    /// Accepts the program's answer, as Lambda does.
    func acknowledge() throws(BenchError) {
        _ = try write(Self.accepted)
    }

    private static let accepted = Array(
        "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"status\":\"OK\"}\n"
            .utf8)

    /// Writes it all at once; returns when that was done, in nanoseconds.
    private func write(_ bytes: [UInt8]) throws(BenchError) -> Int64 {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        let written = BenchClock.now()
        guard count == bytes.count else { throw .lastSystemError("writing to \(program)") }
        return written
    }

    private func readRequest() throws(BenchError) -> Request {
        var count = 0
        while count < Self.capacity {
            let got = unsafe recv(descriptor, buffer.baseAddress?.advanced(by: count), Self.capacity - count, 0)
            let completed = BenchClock.now()
            guard got > 0 else {
                throw .program(
                    program, got == 0 ? "closed its connection" : "is silent for \(RuntimeEmulator.patience) s")
            }
            count += got
            if let headCount = headCount(count), count >= headCount + contentLength(headCount) {
                return Request(headCount: headCount, count: count, completed: completed)
            }
        }
        throw .program(program, "sends more than \(Self.capacity) bytes")
    }

    /// The length of the request's head with its empty line, once that has come.
    private func headCount(_ count: Int) -> Int? {
        let newline = UInt8(ascii: "\n")
        var index = 2
        while index < count {
            if unsafe buffer[index] == newline, unsafe buffer[index - 2] == newline { return index + 1 }
            index += 1
        }
        return nil
    }

    /// The value of `Content-Length`; 0 when there is none.
    private func contentLength(_ headCount: Int) -> Int {
        let label = Array("\ncontent-length:".utf8)
        var start = 0
        while start + label.count < headCount {
            if label.indices.allSatisfy({ unsafe buffer[start + $0] | 0x20 == label[$0] | 0x20 }) {
                let value = unsafe buffer[(start + label.count)..<headCount].drop { $0 == 0x20 }
                return unsafe value.prefix { $0.isASCIIDigit }.reduce(0) {
                    ($0 * 10 + Int($1 - UInt8(ascii: "0"))) & 0xFF_FFFF
                }
            }
            start += 1
        }
        return 0
    }

    private func isRequest(_ start: String) -> Bool { unsafe buffer.starts(with: start.utf8) }

    private func unexpected(_ request: Request) -> BenchError {
        let line = unsafe String(decoding: buffer[..<request.headCount], as: UTF8.self).prefix { !$0.isNewline }
        let content = unsafe String(decoding: buffer[request.headCount..<request.count], as: UTF8.self)
        return .program(program, "unexpected \(line) \(content)")
    }
}
#endif

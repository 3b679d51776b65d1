#if os(Linux)
internal import LoopbackServer
internal import LoopbackSockets
internal import RuntimeAPIHost

/// The connection on which a program asks for events and answers them.
struct BenchConnection: ~Copyable {
    private let socket: LoopbackSocket
    private var reader: RequestReader
    private let program: String
    private var eventCount = 0
    /// The content of the last answer.
    private(set) var lastAnswer: [UInt8] = []

    /// How long to wait for anything that a program should do, in seconds.
    private static let patience = 30

    /// Waits until a program connects.
    ///
    /// - Parameter process: the program's process. If it ends, the wait ends.
    init(
        to listener: LoopbackHTTPServer, program: String, process: borrowing BenchProcess
    ) throws(BenchError) {
        for _ in 0..<Self.patience * 10 {
            if let socket = listener.nextConnection(milliseconds: 100) {
                socket.setPatience(seconds: Self.patience)
                (self.socket, self.program, reader) = (socket, program, RequestReader(socket))
                return
            }
            guard !process.hasEnded else {
                throw .program(program, "ended before it asked for an event; `sandbox replay` shows its log")
            }
        }
        throw .program(program, "did not connect within \(Self.patience) s")
    }

    /// Waits until the program asks for an event; returns the time of the request in nanoseconds.
    mutating func awaitNext() throws(BenchError) -> Int64 {
        let arrival = try receive()
        guard arrival.request.call == .next else { throw unexpected(arrival.request) }
        return arrival.time
    }

    /// Sends the program an event and waits for its answer.
    ///
    /// - Returns: the time from before the event is written to reading the answer's last byte, in nanoseconds. It
    ///   starts before the write because on one core a light program may answer before the write returns.
    mutating func exchange(_ event: [UInt8]) throws(BenchError) -> Int64 {
        eventCount += 1
        // All ids have the same length.
        let id = "8476a536-e9f4-11e8-9739-\(100_000_000_000 + eventCount)"
        let deadline = (BenchClock.secondsSince1970() + 5) * 1_000
        let message = RuntimeAPIAnswer.event(
            event,
            headers: [
                ("Lambda-Runtime-Aws-Request-Id", id), ("Lambda-Runtime-Invocation-Id", id),
                ("Lambda-Runtime-Deadline-Ms", String(deadline)),
                ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-west-1:123456789012:function:benchmark"),
                (
                    "Lambda-Runtime-Trace-Id",
                    "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=1"
                ),
                ("Date", "Fri, 20 Nov 2026 23:00:00 GMT"),
            ])
        let started = BenchClock.now()
        try send(message)
        let arrival = try receive()
        guard arrival.request.call == .response(id) else { throw unexpected(arrival.request) }
        lastAnswer = arrival.request.body
        return arrival.time - started
    }

    /// Accepts the program's answer, as Lambda does.
    func acknowledge() throws(BenchError) { try send(.accepted) }

    /// Closes the connection.
    consuming func end() { socket.end() }

    private func send(_ answer: RuntimeAPIAnswer) throws(BenchError) {
        guard socket.send(answer.bytes) else { throw .lastSystemError("writing to \(program)") }
    }

    private mutating func receive() throws(BenchError) -> RequestReader.Arrival {
        do throws(RequestReader.NoRequest) { return try reader.next() } catch {
            let words =
                switch error {
                case .ended: "closed its connection"
                case .silence: "sent nothing for \(Self.patience) s"
                case .malformed: "sent something that is not a request"
                }
            throw .program(program, words)
        }
    }

    private func unexpected(_ request: LoopbackRequest) -> BenchError {
        .program(
            program, "sent an unexpected request: \(request.line) \(String(decoding: request.body, as: UTF8.self))")
    }
}
#endif

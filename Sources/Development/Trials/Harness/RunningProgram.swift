#if os(Linux)
internal import CLibrary
internal import Essentials
internal import LoopbackServer
internal import LoopbackSockets
internal import RuntimeAPIHost

/// A program's process and its Runtime API, which is plain and blocks, so that it costs little and the same for every
/// program. What the program logs goes to `/dev/null`. The process ends with the last reference.
final class RunningProgram {
    /// The program's name.
    let name: String
    /// What the process uses of the machine.
    let figures: ProcessFigures
    /// The time from before the process was started until its first request was read, in nanoseconds.
    let startTime: Int64
    /// The last answer.
    private(set) var answer: [UInt8] = []

    private let process: pid_t
    private let listener: LoopbackHTTPServer
    private let socket: LoopbackSocket
    private var reader: RequestReader
    private var eventCount = 0

    /// How long to wait for anything that a program should do, in seconds.
    static let patience = 30

    /// Starts a program, and waits until it asks for an event.
    init(_ program: Program) throws(TrialError) {
        name = program.name
        do throws(SystemCallError) { listener = try LoopbackHTTPServer() } catch { throw .system(error) }
        let variables = program.environment.merging(["AWS_LAMBDA_RUNTIME_API": listener.endpoint]) { $1 }
        let started = RequestReader.now()
        process = try Self.start(program, variables)
        figures = ProcessFigures(of: process)
        do throws(TrialError) {
            socket = try Self.connection(of: process, to: listener, name)
            reader = RequestReader(socket)
            startTime = try Self.receive(.next, &reader, name).time - started
        } catch {
            Self.end(process)
            throw error
        }
    }

    // The process ends before its connection: if it lost that, it would ask for the next event on a new one.
    deinit { Self.end(process) }

    /// Sends an event, reads and accepts the answer, and waits until the program asks for the next event.
    ///
    /// - Returns: as `send` does.
    @discardableResult
    func exchange(_ event: [UInt8]) throws(TrialError) -> Int64 {
        let time = try send(event)
        try accept()
        return time
    }

    /// Sends an event and waits for the answer.
    ///
    /// - Returns: the time from before the event is written to reading the answer's last byte, in nanoseconds. It
    ///   starts before the write because on one core a light program may answer before the write returns.
    func send(_ event: [UInt8]) throws(TrialError) -> Int64 {
        eventCount += 1
        // All ids have the same length.
        let id = "8476a536-e9f4-11e8-9739-\(100_000_000_000 + eventCount)"
        let deadline = (Int64(Date().timeIntervalSince1970) + 5) * 1_000
        let message = RuntimeAPIAnswer.event(
            event,
            headers: [
                ("Lambda-Runtime-Aws-Request-Id", id), ("Lambda-Runtime-Invocation-Id", id),
                ("Lambda-Runtime-Deadline-Ms", String(deadline)),
                ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-west-1:123456789012:function:trial"),
                (
                    "Lambda-Runtime-Trace-Id",
                    "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=1"
                ),
                ("Date", "Fri, 20 Nov 2026 23:00:00 GMT"),
            ])
        let started = RequestReader.now()
        try write(message)
        let arrival = try Self.receive(.response(id), &reader, name)
        answer = arrival.request.body
        return arrival.time - started
    }

    /// Accepts the answer, as Lambda does, and waits until the program asks for the next event.
    func accept() throws(TrialError) {
        try write(.accepted)
        _ = try Self.receive(.next, &reader, name)
    }

    private func write(_ message: RuntimeAPIAnswer) throws(TrialError) {
        guard socket.send(message.bytes) else { throw .system(.last("writing to \(name)")) }
    }

    private static func receive(
        _ call: RuntimeAPICall, _ reader: inout RequestReader, _ name: String
    ) throws(TrialError) -> RequestReader.Arrival {
        let arrival: RequestReader.Arrival
        do throws(RequestReader.NoRequest) { arrival = try reader.next() } catch {
            let words =
                switch error {
                case .ended: "closed its connection"
                case .silence: "sent nothing for \(patience) s"
                case .malformed: "sent something that is not a request"
                }
            throw .program(name, words)
        }
        let request = arrival.request
        guard request.call == call else {
            let body = String(decoding: request.body, as: UTF8.self)
            throw .program(name, "sent an unexpected request: \(request.line) \(body)")
        }
        return arrival
    }
}
#endif

import RuntimeAPIHost
import Synchronization
import TestSupport

/// Plays the part of the Lambda Runtime API as Lambda does: hands out events in order, the same one until it is
/// answered, refuses a second answer, and stays silent once all are answered. A test's `Interference` may change any of
/// it.
final class RuntimeAPIService: Sendable {
    /// An event to hand out.
    struct Event: Sendable {
        /// The request id.
        var id: String
        /// What is handed out.
        var body: [UInt8]
        /// The headers that come with it, the request id among them.
        var headers: [(name: String, value: String)]

        init(_ id: String, body: [UInt8] = SampleEvent.define) {
            self.id = id
            self.body = body
            headers = [
                ("Content-Type", "application/json"), ("Lambda-Runtime-Aws-Request-Id", id),
                ("Lambda-Runtime-Deadline-Ms", "4102444800000"),
                ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-west-1:123456789012:function:f"),
                ("Lambda-Runtime-Trace-Id", "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1"),
            ]
        }

        /// The event without the header of that name.
        func without(_ name: String) -> Event {
            var event = self
            event.headers.removeAll { $0.name == name }
            return event
        }

        /// The event with another value of the header of that name.
        func with(_ name: String, _ value: String) -> Event {
            var event = without(name)
            event.headers.append((name, value))
            return event
        }

        /// The ordinary answer that hands it out.
        var answer: ScriptedAnswer { .answer(headers: headers, body: body) }
    }

    /// A request at which a test may step in.
    struct Situation: Sendable {
        /// Which request for the next event, or which answer, this is; the first is 1.
        let count: Int
        /// The event that is due or is being answered.
        let event: Event
        /// Whether the event has been answered already.
        let isRepeated: Bool
    }

    /// What a test does in place of the service; nil leaves the request to the service.
    struct Interference: Sendable {
        /// At a request for the next event.
        var next: @Sendable (Situation) -> ScriptedAnswer? = { _ in nil }
        /// At an answer. Unless `takesAnswers` is false the answer counts as taken, and a retry is refused.
        var answer: @Sendable (Situation) -> ScriptedAnswer? = { _ in nil }
        /// Whether an answer that the test interferes with reaches the service.
        var takesAnswers = true
        /// At a report that the function does not start.
        var initError: @Sendable () -> ScriptedAnswer = { .answer(202) }
    }

    private struct State {
        var current = 0
        var nextCount = 0
        var answerCount = 0
        var isFinished = false
    }

    private let server: ScriptedServer
    private let progress: Progress

    private final class Progress: Sendable {
        let state = Mutex(State())
    }

    /// A service with these events to hand out.
    init(_ events: [Event], _ interference: Interference = Interference()) throws {
        let progress = Progress()
        self.progress = progress
        server = try ScriptedServer { request in
            switch RuntimeAPICall(method: request.method, target: request.target) {
            case .next: return Self.next(events, progress, interference)
            case .initError: return interference.initError()
            case .response(let segment), .error(let segment):
                return Self.take(segment, of: events, progress: progress, interference: interference)
            case nil: return .answer(404)
            }
        }
    }

    /// `host:port`, for `AWS_LAMBDA_RUNTIME_API`.
    var endpoint: String { server.endpoint }
    /// Every request that came.
    var requests: [RecordedRequest] { server.requests }
    /// Whether another event was asked for after the last was answered.
    var isFinished: Bool { progress.state.withLock { $0.isFinished } }

    private static func next(
        _ events: [Event], _ progress: Progress, _ interference: Interference
    ) -> ScriptedAnswer {
        let (due, count) = progress.state.withLock { state in
            state.nextCount += 1
            if state.current == events.count { state.isFinished = true }
            return (state.current < events.count ? events[state.current] : nil, state.nextCount)
        }
        guard let due else { return .silence }
        return interference.next(Situation(count: count, event: due, isRepeated: false)) ?? due.answer
    }

    private static func take(
        _ segment: String, of events: [Event], progress: Progress, interference: Interference
    ) -> ScriptedAnswer {
        guard let index = events.firstIndex(where: { $0.id == segment }) else { return .answer(404) }
        let (isRepeated, count) = progress.state.withLock { state in
            state.answerCount += 1
            return (index < state.current, state.answerCount)
        }
        let situation = Situation(count: count, event: events[index], isRepeated: isRepeated)
        let changed = interference.answer(situation)
        if changed == nil || interference.takesAnswers { progress.state.withLock { $0.current = index + 1 } }
        let usual = isRepeated ? RuntimeAPIAnswer.refused(.badRequest, type: "InvalidRequestID") : .accepted
        return changed ?? ScriptedAnswer(bytes: usual.bytes)
    }
}

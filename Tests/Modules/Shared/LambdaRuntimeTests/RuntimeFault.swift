import TestSupport
import Testing

/// One row of the fault matrix: what goes wrong, from the second request of its kind on, and how the function must
/// react.
struct RuntimeFault: Sendable, CustomStringConvertible {
    enum Repetition: Sendable { case once, forEver }

    enum Outcome: Sendable {
        /// All events are answered, none is lost, and SIGTERM ends the process with status 0.
        case survived
        /// The same, and the one faulty event fails alone, with an error of this type.
        case eventFails(String)
        /// The process exits with status 1 and one FATAL line that holds this text.
        case left(String)
    }

    let name: String
    let repetition: Repetition
    let outcome: Outcome
    let interference: RuntimeAPIService.Interference

    var description: String { repetition == .once ? "\(name), once" : "\(name), for ever" }

    /// A fault of the request for the next event.
    static func next(
        _ name: String, _ repetition: Repetition, _ outcome: Outcome,
        answer: @escaping @Sendable (RuntimeAPIService.Event) -> ScriptedAnswer
    ) -> RuntimeFault {
        var interference = RuntimeAPIService.Interference()
        interference.next = { situation in
            repetition.applies(to: situation.count) ? answer(situation.event) : nil
        }
        return RuntimeFault(name: "/next " + name, repetition: repetition, outcome: outcome, interference: interference)
    }

    /// A fault of the answer to an event.
    /// - Parameter isTaken: whether the service takes the answer before the fault: if so, a retry is one answer too
    ///   many.
    static func answer(
        _ name: String, _ repetition: Repetition, _ outcome: Outcome, isTaken: Bool = true, with answer: ScriptedAnswer
    ) -> RuntimeFault {
        var interference = RuntimeAPIService.Interference()
        interference.answer = { situation in
            repetition.applies(to: situation.count) ? answer : nil
        }
        interference.takesAnswers = isTaken
        return RuntimeFault(name: "POST " + name, repetition: repetition, outcome: outcome, interference: interference)
    }
}

extension RuntimeFault {
    /// The types of the errors that the function reports.
    var expectedErrors: [String] {
        guard case .eventFails(let type) = outcome else { return [] }
        return [type]
    }
}

extension RuntimeFault.Repetition {
    func applies(to count: Int) -> Bool { self == .once ? count == 2 : count >= 2 }
}

extension RuntimeFault {
    /// Faults of the request for the next event.
    static let nextFaults: [RuntimeFault] =
        [403, 404, 204, 202, 302, 502].flatMap { status in
            [
                next("\(status)", .once, .survived) { _ in .answer(status) },
                next("\(status)", .forEver, .left("after 5 attempts: status \(status) for the next event")) { _ in
                    .answer(status)
                },
            ]
        } + [
            next("500", .once, .left("status 500 for the next event")) { _ in .answer(500) },
            next("500", .forEver, .left("status 500 for the next event")) { _ in .answer(500) },
            next("closed", .once, .survived) { _ in .closed },
            next("closed", .forEver, .left("after 5 attempts: connection lost")) { _ in .closed },
            next("reset", .once, .survived) { _ in .reset },
            next("reset", .forEver, .left("after 5 attempts: connection lost")) { _ in .reset },
            next("body cut short", .once, .survived, answer: cutShort),
            next("body cut short", .forEver, .left("after 5 attempts: connection lost"), answer: cutShort),
            next("headers cut short", .once, .survived, answer: headersCutShort),
            next("headers cut short", .forEver, .left("after 5 attempts: connection lost"), answer: headersCutShort),
            next("no HTTP", .once, .survived) { _ in .init(bytes: Array("hello\r\n\r\n".utf8), afterwards: .close) },
            next("request id missing", .once, .survived) { $0.without("Lambda-Runtime-Aws-Request-Id").answer },
            next("request id missing", .forEver, .left("after 5 attempts: an event without request id")) {
                $0.without("Lambda-Runtime-Aws-Request-Id").answer
            },
            next("request id empty", .once, .survived) { $0.with("Lambda-Runtime-Aws-Request-Id", "").answer },
            next("deadline missing", .forEver, .survived) { $0.without("Lambda-Runtime-Deadline-Ms").answer },
            next("deadline already passed", .forEver, .survived) { $0.with("Lambda-Runtime-Deadline-Ms", "1").answer },
            next("ARN missing", .forEver, .survived) { $0.without("Lambda-Runtime-Invoked-Function-Arn").answer },
            next("trace missing", .forEver, .survived) { $0.without("Lambda-Runtime-Trace-Id").answer },
            next("content type missing", .forEver, .survived) { $0.without("Content-Type").answer },
            next("every header but the request id missing", .forEver, .survived) { event in
                .answer(headers: [("Lambda-Runtime-Aws-Request-Id", event.id)], body: event.body)
            },
            next("deadline no number", .forEver, .survived) { $0.with("Lambda-Runtime-Deadline-Ms", "soon").answer },
            next("in chunks", .forEver, .survived) { .chunked(headers: $0.headers, body: $0.body, size: 100) },
            next("Connection: close", .forEver, .survived) { event in
                .answer(headers: event.headers + [("Connection", "close")], body: event.body, afterwards: .close)
            },
            next("answered, then the idle connection closed", .forEver, .survived) { event in
                .answer(headers: event.headers, body: event.body, afterwards: .close)
            },
            next("answered, then the idle connection reset", .once, .survived) { event in
                .answer(headers: event.headers, body: event.body, afterwards: .reset)
            },
        ]

    /// Faults of the answer to an event.
    static let answerFaults: [RuntimeFault] =
        [400, 403, 404, 410, 413].flatMap { status in
            [
                answer("\(status)", .once, .survived, with: .answer(status)),
                answer("\(status)", .forEver, .survived, with: .answer(status)),
            ]
        } + [
            answer("500", .once, .left("status 500 for an answer"), with: .answer(500)),
            answer("500", .forEver, .left("status 500 for an answer"), with: .answer(500)),
            answer("closed before it was taken", .once, .survived, isTaken: false, with: .closed),
            answer("closed after it was taken", .once, .survived, with: .closed),
            answer("closed", .forEver, .left("after 5 attempts: connection lost"), isTaken: false, with: .closed),
            answer("reset before it was taken", .once, .survived, isTaken: false, with: .reset),
            answer("reset after it was taken", .once, .survived, with: .reset),
            answer("reset", .forEver, .left("after 5 attempts: connection lost"), isTaken: false, with: .reset),
            answer("answered with a body cut short", .once, .survived, with: .cutShort(202, body: [1, 2], sent: 1)),
            answer("answered in chunks", .forEver, .survived, with: .chunked(202, body: [1, 2, 3], size: 2)),
            answer("answered without content", .forEver, .survived, with: .answer(202)),
            answer("Connection: close", .forEver, .survived, with: closing),
            answer(
                "answered, then the idle connection closed", .forEver, .survived, with: .answer(202, afterwards: .close)
            ),
            answer(
                "answered, then the idle connection reset", .once, .survived, with: .answer(202, afterwards: .reset)),
        ]

    /// A fault of both, from the first request on.
    static let everyAnswerCloses: RuntimeFault = {
        var interference = RuntimeAPIService.Interference()
        interference.next = { situation in
            let headers = situation.event.headers + [(name: "Connection", value: "close")]
            return .answer(headers: headers, body: situation.event.body, afterwards: .close)
        }
        interference.answer = { _ in closing }
        return RuntimeFault(
            name: "Connection: close on every answer", repetition: .forEver, outcome: .survived,
            interference: interference)
    }()

    private static let closing = ScriptedAnswer.answer(202, headers: [("Connection", "close")], afterwards: .close)

    private static let cutShort: @Sendable (RuntimeAPIService.Event) -> ScriptedAnswer = { event in
        .cutShort(headers: event.headers, body: event.body, sent: 100)
    }

    /// The request id arrives, and not much after it.
    private static let headersCutShort: @Sendable (RuntimeAPIService.Event) -> ScriptedAnswer = { event in
        .init(
            bytes: Array("HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: \(event.id)\r\nLam".utf8),
            afterwards: .close)
    }
}

extension RuntimeFault {
    /// Events of the largest size that Lambda hands out, in the worst shapes.
    static let largeEvents: [RuntimeFault] = [
        next("6 MB of arrays in arrays", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(opening: "[", closing: "]"), as: event)
        },
        next("6 MB of objects in objects", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(opening: #"{"a":"#, closing: "}", innermost: "0"), as: event)
        },
        next("6 MB of brackets that nothing closes", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut([UInt8](repeating: UInt8(ascii: "["), count: SampleEvent.largest), as: event)
        },
        next("nested one level too deep", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(levels: deepest + 1), as: event)
        },
        next("nested as deep as allowed", .once, .survived) { handOut(nested(levels: deepest), as: $0) },
        next("6 MB of empty arrays side by side", .once, .survived) { handOut(wide { _ in "[]" }, as: $0) },
        next("6 MB of members of one object", .once, .survived) { event in
            handOut(wide(in: "{", "}") { #""\#($0)":0"# }, as: event)
        },
        next("6 MB of nested arrays side by side", .once, .survived) { event in
            let part = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
            return handOut(wide { _ in part }, as: event)
        },
    ]

    /// How many levels the client metadata may have: the event and its request are two more.
    private static let deepest = 62

    private static func handOut(_ body: [UInt8], as event: RuntimeAPIService.Event) -> ScriptedAnswer {
        .answer(headers: event.headers, body: body)
    }

    /// An event whose client metadata consists of arrays in arrays.
    private static func nested(levels: Int) -> [UInt8] {
        SampleEvent.define(
            clientMetadata: String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
    }

    /// An event of almost the largest size whose client metadata is nested as deep as fits.
    private static func nested(opening: String, closing: String, innermost: String = "") -> [UInt8] {
        let levels = (SampleEvent.room - innermost.utf8.count) / (opening + closing).utf8.count
        return SampleEvent.define(
            clientMetadata: String(repeating: opening, count: levels) + innermost
                + String(repeating: closing, count: levels))
    }

    /// An event of almost the largest size whose client metadata has as many parts as fit.
    private static func wide(
        in opening: String = "[", _ closing: String = "]", part: (Int) -> String
    ) -> [UInt8] {
        var parts = opening + part(0)
        while parts.utf8.count < SampleEvent.room - 200 { parts += "," + part(parts.utf8.count) }
        return SampleEvent.define(clientMetadata: parts + closing)
    }
}

private import HTTP

/// Takes event after event from the Runtime API and answers each, until that is no longer possible.
package struct RuntimeLoop {
    /// Turns an event into a reply.
    package typealias Handler = (Invocation, Log) throws(FunctionError) -> Reply

    /// Why the loop ended: one line for the log.
    package struct Ending: Error, Equatable, Sendable {
        /// What went wrong, with the last answer or error of the Runtime API.
        package let reason: String
        /// The request whose answer could not be handed in; nil between invocations.
        package var requestID: String?
    }

    private let api: RuntimeAPI
    private let trigger: String
    private let version: String?
    private let stack: String?
    private let pause: (Int64) -> Void
    private var log: Log

    /// The waits between attempts at one call, in milliseconds. Their number bounds the attempts; a success starts
    /// over.
    private static let pauses: [Int64] = [50, 100, 200, 400]

    /// A loop that names its function `trigger` in the metrics and in the records of replies.
    /// - Parameters:
    ///   - version: the function's version for the metrics, as Lambda names it, such as `7` or `$LATEST`.
    ///   - stack: the stack for which CloudWatch makes metrics of the lines; nil if it makes none.
    ///   - pause: waits for that many milliseconds.
    package init(
        api: RuntimeAPI, trigger: String, version: String? = nil, stack: String? = nil, log: Log,
        pause: @escaping (Int64) -> Void = { Clock.sleep(milliseconds: $0) }
    ) {
        self.api = api
        self.trigger = trigger
        self.version = version
        self.stack = stack
        self.log = log
        self.pause = pause
    }

    /// Handles events until the Runtime API stops.
    package mutating func run(_ handler: Handler) -> Ending {
        while true {
            do throws(Ending) {
                let invocation = try next()
                Termination.hold()
                try handle(invocation, handler)
                Termination.release()
            } catch {
                return error
            }
        }
    }

    /// The next event. Asking again after a broken answer is safe: Lambda hands out the same event until it is
    /// answered.
    private func next() throws(Ending) -> Invocation {
        try attempt("no next event") { () throws(HTTPError) -> CallOutcome<Invocation> in
            let response = try api.next()
            switch response.status {
            case 200: return Invocation(response).map { .done($0) } ?? .again("an event without request id")
            case 500: return .never("status 500 for the next event")
            default: return .again("status \(response.status) for the next event")
            }
        }
    }

    private mutating func handle(_ invocation: Invocation, _ handler: Handler) throws(Ending) {
        log.requestID = invocation.requestID
        defer { log.requestID = nil }
        TraceVariable.set(invocation.traceID)
        let started = Clock.monotonicMicroseconds()
        let result: Result<Reply, FunctionError>
        do { result = .success(try handler(invocation, log)) } catch { result = .failure(error) }
        let microseconds = Clock.monotonicMicroseconds() - started
        switch result {
        case .success(let reply):
            try post { () throws(HTTPError) in try api.respond(to: invocation, with: reply.body) }
            record(reply, of: invocation, microseconds: microseconds)
            write(reply.records, of: invocation)
        case .failure(let error):
            log(.error, "\(error.kind.rawValue): \(error.detail)")
            try post { () throws(HTTPError) in try api.fail(invocation, with: error) }
            record(Reply([], outcome: "error"), of: invocation, microseconds: microseconds)
        }
    }

    /// Hands an answer in. A refusal concerns only this invocation, which need not be failed again: after 413 Lambda
    /// has already failed it, and after 400, 403 and 410 it is over.
    private func post(_ call: () throws(HTTPError) -> Int) throws(Ending) {
        try attempt("the answer could not be handed in") { () throws(HTTPError) -> CallOutcome<Void> in
            switch try call() {
            case 200..<300: break
            case 500: return .never("status 500 for an answer")
            case let status where status > 500: return .again("status \(status) for an answer")
            case let status: log(.warn, "the Runtime API refused the answer with status \(status)")
            }
            return .done(())
        }
    }

    private enum CallOutcome<Value> {
        case done(Value)
        case again(String)
        case never(String)
    }

    private func attempt<Value>(
        _ failure: String, _ call: () throws(HTTPError) -> CallOutcome<Value>
    ) throws(Ending) -> Value {
        var trouble = ""
        for wait in Self.pauses + [0] {
            let outcome: CallOutcome<Value>
            do {
                outcome = try call()
            } catch {
                if case .invalidRequest = error {
                    outcome = .never(error.description)
                } else {
                    outcome = .again(error.description)
                }
            }
            switch outcome {
            case .done(let value): return value
            case .never(let reason):
                throw Ending(reason: "the Runtime API is beyond recovery: \(reason)", requestID: log.requestID)
            case .again(let reason): trouble = reason
            }
            log(.debug, "\(failure): \(trouble)")
            pause(wait)
        }
        throw Ending(
            reason: "\(failure) after \(Self.pauses.count + 1) attempts: \(trouble)", requestID: log.requestID)
    }

    private func write(_ records: [any LogRecord], of invocation: Invocation) {
        for record in records {
            let line = record.line(trigger: trigger, requestID: invocation.requestID, time: Clock.now())
            if let line { log.write(line: line) }
        }
    }

    private func record(_ reply: Reply, of invocation: Invocation, microseconds: Int64) {
        log.write(
            line: Metrics(
                stack: stack, trigger: trigger, version: version, method: reply.method, outcome: reply.outcome,
                isStart: reply.isStart, microseconds: microseconds, requestID: invocation.requestID
            ).line)
    }
}

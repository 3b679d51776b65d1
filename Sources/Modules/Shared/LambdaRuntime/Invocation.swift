package import HTTP

/// One event to answer, with what the Runtime API says about it.
package struct Invocation: Sendable {
    /// `Lambda-Runtime-Aws-Request-Id`: names the invocation in the answer's path and in the log.
    package let requestID: String
    /// `Lambda-Runtime-Invocation-Id`: names this attempt; echoed with the answer when it came.
    package let invocationID: String?
    /// `Lambda-Runtime-Deadline-Ms`: when Lambda gives up, in milliseconds since 1970.
    package let deadline: Int64?
    /// `Lambda-Runtime-Trace-Id`: the X-Ray trace header.
    package let traceID: String?
    /// The event's bytes as they came.
    package let event: [UInt8]

    /// Reads an answer of `/runtime/invocation/next`. nil only if the request id is missing or empty.
    package init?(_ response: HTTPResponse) {
        guard let requestID = response.header("Lambda-Runtime-Aws-Request-Id"), !requestID.isEmpty else { return nil }
        self.requestID = requestID
        // It is echoed in a header, which must not hold a control character.
        invocationID = response.header("Lambda-Runtime-Invocation-Id").flatMap { id in
            id.isEmpty || Array(id.utf8).contains { $0 < 0x20 || $0 == 0x7F } ? nil : id
        }
        deadline = response.header("Lambda-Runtime-Deadline-Ms").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        traceID = response.header("Lambda-Runtime-Trace-Id").flatMap { $0.isEmpty ? nil : $0 }
        event = response.body
    }
}

/// A handler's reply to an event.
package struct Reply: Sendable {
    /// The answer to the event.
    package let body: [UInt8]
    /// The decision in one word, for the metrics.
    package let outcome: String
    /// The challenge method, for the metrics; `none` if there is none.
    package let method: String
    /// Whether a session begins with the event, for the metrics.
    package let isStart: Bool
    /// What the handler adds to the log.
    package var records: [any LogRecord]

    /// A reply with what the metrics and the log say about it.
    package init(
        _ body: [UInt8], outcome: String, method: String = "none", isStart: Bool = false, records: [any LogRecord] = []
    ) {
        self.body = body
        self.outcome = outcome
        self.method = method
        self.isStart = isStart
        self.records = records
    }
}

/// A log line that belongs to a reply. It is written after the answer has been handed in, so that it delays no one,
/// whatever the log's level.
package protocol LogRecord: Sendable {
    /// The line, with its line end; nil for none.
    /// - Parameters:
    ///   - trigger: the function's name, as in the metrics.
    ///   - time: milliseconds since 1970.
    func line(trigger: String, requestID: String, time: Int64) -> [UInt8]?
}

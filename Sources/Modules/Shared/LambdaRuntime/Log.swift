private import CLibrary
private import JSON
private import Primitives

/// Writes log lines to standard output, each with one `write`, as text or as JSON, as the function's logging
/// configuration demands (`AWS_LAMBDA_LOG_FORMAT`, `AWS_LAMBDA_LOG_LEVEL`).
///
/// Callers pass only text they wrote themselves: never an event, token, answer, code, private parameter or email. A
/// text that somebody else chose, such as a refused origin, is `quoted`.
package struct Log: Sendable {
    /// How much a line matters, by the names Lambda gives the levels.
    package enum Level: String, CaseIterable, Comparable, Sendable {
        case trace = "TRACE", debug = "DEBUG", info = "INFO", warn = "WARN", error = "ERROR", fatal = "FATAL"

        package static func < (one: Level, other: Level) -> Bool {
            Level.allCases.firstIndex(of: one) ?? 0 < Level.allCases.firstIndex(of: other) ?? 0
        }
    }

    private let isJSON: Bool
    private let minimum: Level
    private let sink: @Sendable ([UInt8]) -> Void
    /// The request that the lines belong to; set by the runtime loop.
    package var requestID: String?

    /// A log configured by Lambda's variables; Lambda sets the level only with the JSON format.
    package init(environment: Environment) {
        self.init(environment: environment, sink: Self.writeToStandardOutput)
    }

    /// A log whose lines, with their line ends, go to `sink`.
    package init(environment: Environment, sink: @escaping @Sendable ([UInt8]) -> Void) {
        isJSON = environment["AWS_LAMBDA_LOG_FORMAT"]?.uppercased() == "JSON"
        minimum = environment["AWS_LAMBDA_LOG_LEVEL"].flatMap { Level(rawValue: $0.uppercased()) } ?? .info
        self.sink = sink
    }

    /// Writes a line if its level is at or above the configured one.
    package func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
        guard level >= minimum else { return }
        let message = message()
        guard isJSON else {
            let line = [level.rawValue, requestID, message].compactMap { $0 }.joined(separator: " ")
            return sink(Array(line.utf8.map { $0 < 0x20 ? 0x20 : $0 }) + [0x0A])
        }
        sink(
            JSONWriter.object { line in
                line.member("timestamp", Timestamp.rfc3339(milliseconds: Clock.now()))
                line.member("level", level.rawValue)
                line.member("requestId", ifPresent: requestID)
                line.member("message", message)
            } + [0x0A])
    }

    /// Writes a line that is complete as it stands, whatever the level: a line of the metrics or of the audit log.
    func write(line: [UInt8]) { sink(line) }

    private static let writeToStandardOutput: @Sendable ([UInt8]) -> Void = { line in
        var rest = line[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe systemWrite($0) }
            if written < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, written))
        }
    }
}

/// Outside the type, whose own `write` would hide the system's.
private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int { unsafe write(1, bytes.baseAddress, bytes.count) }

/// One line per invocation, which CloudWatch can count and time without any call of ours.
package struct Metrics {
    /// The stack for which CloudWatch makes metrics of the line (its embedded metric format); nil if only filters read
    /// the line.
    let stack: String?
    let trigger: String
    /// The function's version; nil outside Lambda.
    let version: String?
    let method: String
    let outcome: String
    let isStart: Bool
    let microseconds: Int64
    let requestID: String

    /// What stays the same in every line: namespace, dimensions and units.
    private static let declaration = Array(
        """
        [{"Namespace":"CognitoPasskeys","Dimensions":[["Stack","Trigger"],["Stack","Trigger","Method","Outcome"]],\
        "Metrics":[{"Name":"Duration","Unit":"Microseconds"},{"Name":"Invocations","Unit":"Count"}]}]
        """.utf8)

    var line: [UInt8] {
        JSONWriter.object { line in
            if let stack {
                line.member("_aws") { aws in
                    aws.member("Timestamp", Clock.now())
                    aws.member("CloudWatchMetrics", raw: Self.declaration)
                }
                line.member("Stack", stack)
            }
            line.member("Trigger", trigger)
            // No dimension: each version would be billed as metrics of its own.
            line.member("Version", ifPresent: version)
            line.member("Method", method)
            line.member("Outcome", outcome)
            if isStart { line.member("Begun", 1) }
            line.member("Duration", microseconds)
            line.member("Invocations", 1)
            line.member("requestId", requestID)
        } + [0x0A]
    }
}

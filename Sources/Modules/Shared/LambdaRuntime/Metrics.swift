private import JSON

/// One line per invocation, which CloudWatch can count and time without any call of ours.
package struct Metrics {
    /// What the line is to CloudWatch.
    package enum Format: String, CaseIterable, Sendable {
        /// CloudWatch makes metrics of it (its embedded metric format).
        case embedded
        /// A log line with the same members, which only filters read.
        case plain
    }

    let format: Format
    let trigger: String
    /// The function's version; nil outside Lambda.
    let version: String?
    let method: String
    let outcome: String
    let microseconds: Int64
    let requestID: String

    /// What stays the same in every line: namespace, dimensions and units.
    private static let declaration = Array(
        """
        [{"Namespace":"CognitoPasskeys","Dimensions":[["Trigger"],["Trigger","Method","Outcome"]],\
        "Metrics":[{"Name":"Duration","Unit":"Microseconds"},{"Name":"Invocations","Unit":"Count"}]}]
        """.utf8)

    var line: [UInt8] {
        JSONWriter.object { line in
            if format == .embedded {
                line.member("_aws") { aws in
                    aws.member("Timestamp", Clock.now())
                    aws.member("CloudWatchMetrics", raw: Self.declaration)
                }
            }
            line.member("Trigger", trigger)
            // No dimension: each version would be billed as metrics of its own.
            line.member("Version", ifPresent: version)
            line.member("Method", method)
            line.member("Outcome", outcome)
            line.member("Duration", microseconds)
            line.member("Invocations", 1)
            line.member("requestId", requestID)
        } + [0x0A]
    }
}

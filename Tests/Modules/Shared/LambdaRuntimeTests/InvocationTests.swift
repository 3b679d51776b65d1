import HTTP
import LambdaRuntime
import Testing

@Suite("Invocations")
struct InvocationTests {
    struct EventHeaders: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
        var requestID: String? = "r-1"
        var invocationID: String?
        var deadline: Int64?
        var traceID: String?
    }

    /// Headers that have a request id and, beside it, the given lines.
    private static func headers(_ description: String, _ lines: String...) -> EventHeaders {
        EventHeaders(testDescription: description, lines: ["Lambda-Runtime-Aws-Request-Id: r-1"] + lines)
    }

    static let cases = [
        headers("a request id is all that is needed"),
        EventHeaders(
            testDescription: "everything",
            lines: [
                "Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Invocation-Id: i-1",
                "Lambda-Runtime-Deadline-Ms: 1795215071042", "Lambda-Runtime-Trace-Id: Root=1-a;Sampled=1",
                "Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:eu-west-1:1:function:f",
                "Content-Type: application/json",
            ], invocationID: "i-1", deadline: 1_795_215_071_042, traceID: "Root=1-a;Sampled=1"),
        EventHeaders(
            testDescription: "any case, any white space",
            lines: ["LAMBDA-RUNTIME-AWS-REQUEST-ID:r-1 ", "lambda-runtime-deadline-ms: \t5"], deadline: 5),
        headers(
            "empty values count as absent", "Lambda-Runtime-Invocation-Id:", "Lambda-Runtime-Trace-Id: ",
            "Lambda-Runtime-Deadline-Ms:"),
        headers(
            "an invocation id with a control character counts as absent", "Lambda-Runtime-Invocation-Id: i\u{1}1"),
        headers("a deadline that is not a number counts as absent", "Lambda-Runtime-Deadline-Ms: soon"),
        headers("a deadline beyond 64 bits counts as absent", "Lambda-Runtime-Deadline-Ms: 99999999999999999999"),
        headers("a deadline before 1970 counts as absent", "Lambda-Runtime-Deadline-Ms: -9223372036854775808"),
        EventHeaders(testDescription: "no request id", lines: ["Lambda-Runtime-Trace-Id: t"], requestID: nil),
        EventHeaders(
            testDescription: "an empty request id", lines: ["Lambda-Runtime-Aws-Request-Id: "], requestID: nil),
    ]

    @Test("only a missing or empty request id makes an answer unusable", arguments: cases)
    func onlyTheRequestIDIsNeeded(row: EventHeaders) {
        let lines = (["HTTP/1.1 200 OK"] + row.lines + [""]).joined(separator: "\r\n")
        let invocation = Invocation(HTTPResponse(status: 200, headerLines: Array(lines.utf8), body: [1, 2]))
        #expect(invocation?.requestID == row.requestID)
        #expect(invocation?.invocationID == row.invocationID)
        #expect(invocation?.deadline == row.deadline)
        #expect(invocation?.traceID == row.traceID)
        #expect(invocation?.event == (row.requestID == nil ? nil : [1, 2]))
    }
}

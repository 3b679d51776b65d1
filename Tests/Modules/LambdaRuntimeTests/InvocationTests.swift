import HTTP
import LambdaRuntime
import Testing

@Suite("Invocations")
struct InvocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var lines: [String] = ["Lambda-Runtime-Aws-Request-Id: r-1"]
        var requestID: String? = "r-1"
        var invocationID: String?
        var deadline: Int64?
        var traceID: String?
    }

    static let cases = [
        Case(testDescription: "a request id is all that is needed"),
        Case(
            testDescription: "everything",
            lines: [
                "Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Invocation-Id: i-1",
                "Lambda-Runtime-Deadline-Ms: 1795215071042", "Lambda-Runtime-Trace-Id: Root=1-a;Sampled=1",
                "Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:eu-west-1:1:function:f",
                "Content-Type: application/json",
            ], invocationID: "i-1", deadline: 1_795_215_071_042, traceID: "Root=1-a;Sampled=1"),
        Case(
            testDescription: "any case, any white space",
            lines: ["LAMBDA-RUNTIME-AWS-REQUEST-ID:r-1 ", "lambda-runtime-deadline-ms: \t5"], deadline: 5),
        Case(
            testDescription: "empty values are none",
            lines: [
                "Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Invocation-Id:", "Lambda-Runtime-Trace-Id: ",
                "Lambda-Runtime-Deadline-Ms:",
            ]),
        Case(
            testDescription: "an invocation id with a control character is none",
            lines: ["Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Invocation-Id: i\u{1}1"]),
        Case(
            testDescription: "a deadline that is no number is none",
            lines: ["Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Deadline-Ms: soon"]),
        Case(
            testDescription: "a deadline beyond 64 bits is none",
            lines: ["Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Deadline-Ms: 99999999999999999999"]),
        Case(
            testDescription: "a deadline before 1970 is none",
            lines: ["Lambda-Runtime-Aws-Request-Id: r-1", "Lambda-Runtime-Deadline-Ms: -9223372036854775808"]),
        Case(testDescription: "no request id", lines: ["Lambda-Runtime-Trace-Id: t"], requestID: nil),
        Case(testDescription: "an empty request id", lines: ["Lambda-Runtime-Aws-Request-Id: "], requestID: nil),
    ]

    @Test("only a missing or empty request id makes an answer unusable", arguments: cases)
    func reading(row: Case) {
        let lines = (["HTTP/1.1 200 OK"] + row.lines + [""]).joined(separator: "\r\n")
        let invocation = Invocation(HTTPResponse(status: 200, headerLines: Array(lines.utf8), body: [1, 2]))
        #expect(invocation?.requestID == row.requestID)
        #expect(invocation?.invocationID == row.invocationID)
        #expect(invocation?.deadline == row.deadline)
        #expect(invocation?.traceID == row.traceID)
        #expect(invocation?.event == (row.requestID == nil ? nil : [1, 2]))
    }
}

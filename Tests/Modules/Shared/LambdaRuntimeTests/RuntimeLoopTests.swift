import Foundation
import HTTP
import JSON
import LambdaRuntime
import Testing

@Suite("The runtime loop's decisions")
struct RuntimeLoopTests {
    /// What a loop did until it ended.
    struct Run {
        let ending: String
        let requests: [HTTPRequest]
        let pauses: [Int64]
        let writes: [String]

        /// Method and path of each request, the version left out.
        var calls: [String] {
            requests.map { "\($0.method.rawValue) " + $0.url.dropFirst("http://host:1/2018-06-01/runtime".count) }
        }

        init(
            _ results: [Result<HTTPResponse, HTTPError>], level: String = "INFO", version: String? = nil,
            stack: String? = nil, handler: RuntimeLoop.Handler = answering
        ) {
            let transport = FakeTransport(results)
            let sink = LogSink()
            var pauses: [Int64] = []
            var loop = RuntimeLoop(
                api: RuntimeAPI(endpoint: "host:1", transport: transport), trigger: "Test", version: version,
                stack: stack, log: sink.log(["AWS_LAMBDA_LOG_LEVEL": level]), pause: { pauses.append($0) })
            ending = loop.run(handler).reason
            requests = transport.requests
            self.pauses = pauses
            writes = sink.writes
        }
    }

    static func failing(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        throw FunctionError(.unavailable, message: "Try again later", detail: "the server said 503")
    }

    static func answering(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        Reply(Array("{}".utf8), outcome: "done")
    }

    @Test("an event is asked for without a deadline and answered without one, at the path of its request id")
    func eventIsAskedForAndAnswered() {
        let run = Run([.event("r-1"), .status(202), .event("../x?y"), .status(202)])
        #expect(
            run.calls == [
                "GET /invocation/next", "POST /invocation/r-1/response", "GET /invocation/next",
                "POST /invocation/..%2Fx%3Fy/response", "GET /invocation/next",
            ])
        #expect(run.requests.allSatisfy { $0.timeout == nil })
        #expect(run.requests[0].maximumResponseBytes == 6_291_556)
        #expect(run.requests[1].body == Array("{}".utf8))
        #expect(run.pauses == [])
    }

    @Test("a handler's error goes to the error path with its kind in header and body, its detail only to the log")
    func handlerErrorIsReported() throws {
        let run = Run([.event("r-1"), .status(202)], handler: Self.failing)
        #expect(run.calls[1] == "POST /invocation/r-1/error")
        let post = run.requests[1]
        #expect(
            post.headers.filter { $0.name == "Lambda-Runtime-Function-Error-Type" }.map(\.value)
                == ["Function.ServiceUnavailable"])
        let body = try JSONValue(parsing: post.body)
        #expect(body["errorMessage"]?.string == "Try again later")
        #expect(body["errorType"]?.string == "Function.ServiceUnavailable")
        #expect(body["stackTrace"]?.kind == .array)
        #expect(run.writes.first == "ERROR r-1 Function.ServiceUnavailable: the server said 503\n")
    }

    @Test("the id of the attempt is echoed when it came, and only then", arguments: [false, true])
    func invocationIDIsEchoed(fails: Bool) {
        let handler = fails ? Self.failing : Self.answering
        let run = Run(
            [
                .event("r-1", headers: ["Lambda-Runtime-Invocation-Id: i-1"]), .status(202), .event("r-2"),
                .status(202), .event("r-3", headers: ["lambda-runtime-invocation-id: i-3"]), .status(202),
            ], handler: handler)
        let echoes = run.requests.filter { $0.method == .post }.map { post in
            post.headers.filter { $0.name.lowercased() == "lambda-runtime-invocation-id" }.map(\.value)
        }
        #expect(echoes == [["i-1"], [], ["i-3"]])
    }

    @Test("the request for the next event is tried five times, with growing pauses, then the loop ends")
    func nextEventIsTriedFiveTimes() {
        let trouble: [Result<HTTPResponse, HTTPError>] = [
            .status(403), .status(404), .status(204), .failure(.cannotConnect("x")),
            .success(HTTPResponse(status: 200)),
            .event("never asked for"),
        ]
        let run = Run(trouble)
        #expect(run.calls == Array(repeating: "GET /invocation/next", count: 5))
        #expect(run.pauses.filter { $0 > 0 } == [50, 100, 200, 400])
        #expect(run.ending == "no next event after 5 attempts: an event without request id")
    }

    @Test("a success starts the count of attempts over")
    func successRestartsTheCount() {
        let trouble: [Result<HTTPResponse, HTTPError>] = Array(repeating: .failure(.connectionLost("x")), count: 4)
        let run = Run(
            trouble + [.event("r-1")] + trouble + [.status(202)] + trouble + [.event("r-2"), .status(202)])
        #expect(run.calls.count { $0 == "POST /invocation/r-1/response" } == 5)
        #expect(run.calls.suffix(2) == ["POST /invocation/r-2/response", "GET /invocation/next"])
        #expect(run.ending == "the Runtime API is beyond recovery: status 500 for the next event")
    }

    @Test("another status of 500 or more is retried", arguments: [502, 503, 504])
    func otherServerErrorIsRetried(status: Int) {
        let run = Run([.event("r-1"), .status(status), .status(202)])
        #expect(run.calls.count { $0 == "POST /invocation/r-1/response" } == 2)
    }

    @Test(
        "a refusal of an answer is logged, and the loop goes on to the next event without an error report",
        arguments: [400, 403, 404, 410, 413], [false, true])
    func refusedAnswerIsLogged(status: Int, fails: Bool) {
        let handler = fails ? Self.failing : Self.answering
        let run = Run([.event("r-1"), .status(status), .event("r-2"), .status(202)], handler: handler)
        let path = fails ? "error" : "response"
        #expect(
            run.calls == [
                "GET /invocation/next", "POST /invocation/r-1/\(path)", "GET /invocation/next",
                "POST /invocation/r-2/\(path)", "GET /invocation/next",
            ])
        #expect(run.writes.contains("WARN r-1 the Runtime API refused the answer with status \(status)\n"))
    }

    @Test("one metrics line per invocation has what CloudWatch needs to read it")
    func metricsLineIsComplete() throws {
        let run = Run([.event("r-1"), .status(202)], stack: "passkeys") { (_, _) throws(FunctionError) in
            Reply([], outcome: "tokens", method: "PASSKEY")
        }
        let line = try JSONValue(parsing: Array(#require(run.writes.first).utf8))
        #expect(run.writes.count == 1)
        let metadata = try #require(line["_aws"])
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        let timestamp = try #require(metadata["Timestamp"]?.integer)
        #expect((now - 60_000...now + 60_000).contains(timestamp))
        let directive = try #require(metadata["CloudWatchMetrics"]?.elements.first)
        #expect(directive["Namespace"]?.string == "CognitoPasskeys")
        let metrics = try #require(directive["Metrics"]?.elements)
        #expect(metrics.map { $0["Name"]?.string } == ["Duration", "Invocations"])
        #expect(metrics.map { $0["Unit"]?.string } == ["Microseconds", "Count"])
        // Every metric and every dimension that is declared must be a member of the line: a number, and a string.
        for metric in metrics {
            let name = try #require(metric["Name"]?.string)
            #expect(line[name]?.integer != nil, "\(name)")
        }
        let dimensions = try #require(directive["Dimensions"]?.elements)
        #expect(!dimensions.isEmpty)
        for dimension in dimensions.flatMap(\.elements) {
            let name = try #require(dimension.string)
            #expect(line[name]?.string != nil, "\(name)")
        }
        #expect(line["Stack"]?.string == "passkeys")
        #expect(line["Trigger"]?.string == "Test")
        #expect(line["Method"]?.string == "PASSKEY")
        #expect(line["Outcome"]?.string == "tokens")
        #expect(line["Invocations"]?.integer == 1)
        #expect(line["requestId"]?.string == "r-1")
        #expect(line["Version"] == nil)
    }

    @Test("a version that is known stands in each metrics line, but makes no metrics of its own")
    func metricsLineNamesTheVersion() throws {
        let run = Run(
            [.event("r-1"), .status(202), .event("r-2"), .status(202)], version: "$LATEST", stack: "passkeys")
        let lines = try run.writes.prefix(2).map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(lines.map { $0["Version"]?.string } == ["$LATEST", "$LATEST"])
        let directive = try #require(lines.first?["_aws"]?["CloudWatchMetrics"]?.elements.first)
        let dimensions = try #require(directive["Dimensions"]?.elements)
        #expect(
            dimensions.map { $0.elements.map(\.string) } == [
                ["Stack", "Trigger"], ["Stack", "Trigger", "Method", "Outcome"],
            ])
    }

    @Test("only the line of an event with which a session begins says so")
    func metricsLineSaysThatASessionBegins() throws {
        let lines = try [true, false].map { isStart in
            let run = Run([.event("r-1"), .status(202)]) { (_, _) throws(FunctionError) in
                Reply([], outcome: "done", isStart: isStart)
            }
            return try JSONValue(parsing: Array(#require(run.writes.first).utf8))
        }
        #expect(lines.map { $0["Begun"]?.integer } == [1, nil])
    }

    @Test("a failed invocation counts too, whatever the log level")
    func failedInvocationIsCounted() throws {
        let run = Run([.event("r-1"), .status(202)], level: "FATAL", handler: Self.failing)
        let line = try JSONValue(parsing: Array(#require(run.writes.first).utf8))
        #expect(run.writes.count == 1)
        #expect(line["Outcome"]?.string == "error")
        #expect(line["Method"]?.string == "none")
    }

    @Test("lines written during an invocation carry its request id, later ones do not")
    func linesCarryTheRequestID() {
        let run = Run(
            [.event("r-1"), .status(202), .status(403), .event("r-2"), .status(202)], level: "DEBUG"
        ) { (invocation, log) throws(FunctionError) in
            log(.info, "handled")
            return Reply([], outcome: "done")
        }
        let lines = run.writes.filter { !$0.hasPrefix("{") }
        #expect(
            lines == [
                "INFO r-1 handled\n", "DEBUG no next event: status 403 for the next event\n", "INFO r-2 handled\n",
            ])
    }

    /// A record with a line of its own, or none.
    private struct Record: LogRecord {
        let name: String?

        func line(trigger: String, requestID: String, time: Int64) -> [UInt8]? {
            name.map { Array("\($0) of \(trigger) in \(requestID), \(time > 1_700_000_000_000)\n".utf8) }
        }
    }

    @Test("records are written one by one after the answer, whatever the log's level", arguments: [202, 413, 500])
    func recordsAreWritten(status: Int) {
        let run = Run([.event("r-1"), .status(status)], level: "FATAL") { (_, _) throws(FunctionError) in
            Reply([], outcome: "done", records: [Record(name: "one"), Record(name: nil), Record(name: "two")])
        }
        let written = ["one of Test in r-1, true\n", "two of Test in r-1, true\n"]
        // Without an answer there is no record, and no line of metrics.
        #expect(run.writes.filter { $0.contains(" of Test in ") } == (status == 500 ? [] : written))
    }

    @Test("the X-Ray header is in the environment during its invocation, and is removed if none came")
    func traceHeaderIsInTheEnvironment() async {
        // In a process of its own: the environment belongs to all threads.
        await #expect(processExitsWith: .success) {
            var seen: [String?] = []
            let long = String(repeating: "l", count: 5_000)
            let traces = ["Root=1", nil, "Root=2;Sampled=1", "Root=3", long, "Root=4", nil, nil, long, nil, "Root=5"]
            _ = Run(
                traces.enumerated().flatMap { index, trace in
                    [
                        .event("r-\(index)", headers: trace.map { ["Lambda-Runtime-Trace-Id: \($0)"] } ?? []),
                        .status(202),
                    ]
                }
            ) { (_, _) throws(FunctionError) in
                seen.append(Environment.process["_X_AMZN_TRACE_ID"])
                return Reply([], outcome: "done")
            }
            #expect(seen == traces)
        }
    }
}

import Foundation
import JSON
import TestSupport
import Testing

/// The start, the interruptions and the end of the real DefineAuthChallenge.
@Suite("The life of a function process")
struct FunctionLifeTests {
    static let events = (1...5).map { RuntimeAPIService.Event("r-\($0)") }

    @Test(
        "without AWS_LAMBDA_RUNTIME_API, or with one that is no address, the process says so and exits with status 1",
        arguments: [nil, "", "not an address", "127.0.0.1:99999", "@"])
    func unusableEndpointEndsTheProcess(value: String?) async throws {
        let run = try await onThread {
            try FunctionRun.run(value.map { ["AWS_LAMBDA_RUNTIME_API": $0] } ?? [:])
        }
        #expect(run.ownExit == .status(1))
        #expect(run.fatalLines.count == 1)
        if value?.isEmpty ?? true {
            #expect(run.fatalLines.first?.contains("AWS_LAMBDA_RUNTIME_API is not set") == true)
            #expect(run.errors == [])
        }
    }

    @Test("an endpoint that refuses connections is tried five times, then the process exits with status 1")
    func refusingEndpointIsTriedFiveTimes() async throws {
        let run = try await onThread {
            try withExtendedLifetime(RefusingPort()) { port in
                try FunctionRun.run(["AWS_LAMBDA_RUNTIME_API": port.endpoint, "AWS_LAMBDA_LOG_LEVEL": "DEBUG"])
            }
        }
        #expect(run.ownExit == .status(1))
        #expect(run.fatalLines.count == 1)
        #expect(run.fatalLines.first?.contains("after 5 attempts: cannot connect") == true)
        #expect(run.output.count { $0.hasPrefix("DEBUG no next event: cannot connect") } == 5)
    }

    @Test(
        "a configuration fault is reported with its variable, and the process exits with status 1, whatever the answer",
        arguments: [
            .answer(202), .answer(403), .answer(500), .closed, .reset, .cutShort(202, body: [1, 2], sent: 1),
        ] as [ScriptedAnswer])
    func configurationFaultIsReported(answer: ScriptedAnswer) async throws {
        let run = try await onThread {
            var interference = RuntimeAPIService.Interference()
            interference.initError = { answer }
            return try FunctionRun.run(
                RuntimeAPIService(Self.events, interference), environment: ["MAX_ATTEMPTS": "zero"])
        }
        #expect(run.ownExit == .status(1))
        #expect(run.requests.map(\.target) == ["/2018-06-01/runtime/init/error"])
        let report = try #require(run.requests.first)
        #expect(report.method == "POST")
        #expect(report.headers("Lambda-Runtime-Function-Error-Type") == ["Runtime.ConfigInvalid"])
        #expect(report.header("Lambda-Runtime-Invocation-Id") == nil)
        let body = try JSONValue(parsing: report.body)
        #expect(body["errorType"]?.string == "Runtime.ConfigInvalid")
        #expect(body["errorMessage"]?.string == "MAX_ATTEMPTS is not set correctly")
        #expect(run.output.count == 1)
        #expect(run.fatalLines.first?.contains("MAX_ATTEMPTS must be a whole number") == true)
        #expect(run.errors == [])
    }

    @Test("a configuration fault exits with status 1 even if the Runtime API cannot be reached")
    func unreportedConfigurationFaultEndsTheProcess() async throws {
        let run = try await onThread {
            try withExtendedLifetime(RefusingPort()) { port in
                try FunctionRun.run(["AWS_LAMBDA_RUNTIME_API": port.endpoint, "MAX_ATTEMPTS": "zero"])
            }
        }
        #expect(run.ownExit == .status(1))
        #expect(run.fatalLines.count == 1)
        #expect(run.fatalLines.first?.contains("MAX_ATTEMPTS") == true)
    }

    @Test("with the JSON log format every line is JSON, the last one too")
    func everyLineIsJSON() async throws {
        let run = try await onThread {
            var interference = RuntimeAPIService.Interference()
            interference.next = { $0.count == 3 ? .answer(500) : nil }
            interference.answer = { $0.count == 2 ? .answer(410) : nil }
            return try FunctionRun.run(
                RuntimeAPIService(Self.events, interference),
                environment: ["AWS_LAMBDA_LOG_FORMAT": "JSON", "AWS_LAMBDA_FUNCTION_VERSION": "7"])
        }
        #expect(run.ownExit == .status(1))
        let lines = try run.output.map { try JSONValue(parsing: Array($0.utf8)) }
        let logged = lines.filter { $0["Outcome"] == nil }
        #expect(logged.map { $0["level"]?.string } == ["WARN", "FATAL"])
        #expect(logged.map { $0["requestId"]?.string } == ["r-2", nil])
        #expect(lines.count == 4)
        #expect(lines.compactMap { $0["Version"]?.string } == ["7", "7"])
    }

    @Test("CloudWatch makes metrics of the lines only for a stack that is named, which is one of their members")
    func metricsOfAStack() async throws {
        let lines = try await onThread {
            try ["", "passkeys"].map { stack in
                let run = try FunctionRun.run(RuntimeAPIService(Self.events), environment: ["METRICS_STACK": stack])
                return try JSONValue(parsing: Array(#require(run.output.last { $0.contains("\"Outcome\"") }).utf8))
            }
        }
        let names = lines.map { $0.members.map(\.name) }
        #expect(Set(names[0]).isSuperset(of: ["Trigger", "Method", "Outcome", "Duration", "requestId"]))
        #expect(names[1] == ["_aws", "Stack"] + names[0])
        #expect(lines[1]["Stack"]?.string == "passkeys")
    }

    @Test(
        "a process frozen while it waits for an event loses none, whether or not its connection survives",
        arguments: [ScriptedAnswer?.none, .closed, .reset])
    func frozenProcessLosesNoEvent(connectionEnds: ScriptedAnswer?) async throws {
        let (run, wasHeld) = try await onThread {
            let (isWaiting, goesOn) = (Gate(), Gate())
            var interference = RuntimeAPIService.Interference()
            interference.next = { situation in
                guard situation.count == 3 else { return nil }
                isWaiting.open()
                goesOn.wait()
                return connectionEnds
            }
            let service = try RuntimeAPIService(Self.events, interference)
            var wasHeld = false
            let run = try FunctionRun.run(service) { child in
                isWaiting.wait()
                child.send(SIGSTOP)
                goesOn.open()
                // Time for the bytes, or the end of the connection, to arrive at a process that cannot see them.
                Thread.sleep(forTimeInterval: 0.2)
                wasHeld = child.isRunning && service.requests.count == 5
                child.send(SIGCONT)
            }
            return (run, wasHeld)
        }
        #expect(wasHeld)
        #expect(run.exit == .status(0))
        #expect(run.answers.map(\.target) == (1...5).map { "/2018-06-01/runtime/invocation/r-\($0)/response" })
        #expect(run.fatalLines == [])
    }

    @Test("SIGTERM while waiting for an event ends the process with status 0")
    func terminationWhileWaiting() async throws {
        let run = try await onThread { try FunctionRun.run(RuntimeAPIService([])) }
        #expect(run.ownExit == nil)
        #expect(run.exit == .status(0))
        #expect(run.output == [])
        #expect(run.errors == [])
    }

    @Test(
        "SIGTERM during an invocation lets it finish: status 0 once it is answered, status 1 if it cannot be",
        arguments: [(202, 0), (413, 0), (500, 1)] as [(Int, Int32)])
    func terminationDuringAnInvocation(status: Int, exit: Int32) async throws {
        let (run, wasHeld) = try await onThread {
            let (isAnswering, goesOn) = (Gate(), Gate())
            var interference = RuntimeAPIService.Interference()
            interference.answer = { situation in
                guard situation.count == 2 else { return nil }
                isAnswering.open()
                goesOn.wait()
                return .answer(status)
            }
            var wasHeld = false
            let run = try FunctionRun.run(RuntimeAPIService(Self.events, interference)) { child in
                isAnswering.wait()
                child.send(SIGTERM)
                Thread.sleep(forTimeInterval: 0.2)
                wasHeld = child.isRunning
                goesOn.open()
                child.wait()
            }
            return (run, wasHeld)
        }
        #expect(wasHeld)
        #expect(run.ownExit == .status(exit))
        #expect(run.answers.count == 2)
        #expect(run.requests.last?.target == "/2018-06-01/runtime/invocation/r-2/response")
        #expect(run.fatalLines.count == Int(exit))
        #expect(run.metricsLines.count == (exit == 0 ? 2 : 1))
    }
}

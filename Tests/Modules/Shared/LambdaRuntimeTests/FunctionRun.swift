import Foundation
import JSON
import TestSupport

/// The life of one real function process against a `RuntimeAPIService`, from its start to its end.
struct FunctionRun: Sendable {
    /// How the process ended of its own accord; nil when it still ran once all events were answered.
    let ownExit: ChildProcess.Exit?
    /// How it ended, by SIGTERM at the latest; nil when it did not.
    let exit: ChildProcess.Exit?
    /// Every request it made.
    let requests: [RecordedRequest]
    /// The lines it wrote to standard output.
    let output: [String]
    /// The lines it wrote to standard error.
    let errors: [String]

    /// The answers it handed in.
    var answers: [RecordedRequest] { requests.filter { $0.method == "POST" && !$0.target.hasSuffix("/init/error") } }
    /// The lines of level FATAL.
    var fatalLines: [String] { output.filter { $0.hasPrefix("FATAL ") } }
    /// The metrics lines.
    var metricsLines: [String] { output.filter { $0.hasPrefix("{\"Trigger\"") } }
    /// The outcome in each metrics line.
    var outcomes: [String] {
        metricsLines.compactMap { try? JSONValue(parsing: Array($0.utf8))["Outcome"]?.string }
    }

    private static let defaultFunction = "DefineAuthChallenge"

    /// Runs a function until the service has no event left or the process ends, then sends SIGTERM.
    /// - Parameters:
    ///   - function: the name of its executable.
    ///   - environment: variables besides `AWS_LAMBDA_RUNTIME_API`, which names the service.
    ///   - meanwhile: what the test does with the process before that.
    static func run(
        _ service: RuntimeAPIService, function: String = defaultFunction, environment: [String: String] = [:],
        meanwhile: (ChildProcess) -> Void = { _ in }
    ) throws -> FunctionRun {
        let variables = ["AWS_LAMBDA_RUNTIME_API": service.endpoint].merging(environment) { $1 }
        return try run(variables, function: function, requests: { service.requests }) { child in
            meanwhile(child)
            waitUntil { service.isFinished || !child.isRunning }
        }
    }

    /// Runs a function with exactly these variables for as long as `meanwhile` takes, then sends SIGTERM.
    static func run(
        _ environment: [String: String], function: String = defaultFunction,
        requests: () -> [RecordedRequest] = { [] },
        meanwhile: (ChildProcess) -> Void = { child in waitUntil { !child.isRunning } }
    ) throws -> FunctionRun {
        let child = try ChildProcess(ChildProcess.builtExecutable(function), environment: environment)
        meanwhile(child)
        let ownExit = child.isRunning ? nil : child.wait()
        child.send(SIGTERM)
        let exit = child.wait()
        return FunctionRun(
            ownExit: ownExit, exit: exit, requests: requests(), output: child.output, errors: child.errors)
    }
}

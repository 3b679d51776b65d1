internal import Essentials
internal import LoopbackSockets

/// A function as its callers see it: a bootstrap process with its own Runtime API. The process starts when it is first
/// needed, and again after it has ended or timed out, as in Lambda.
package actor FunctionInstance {
    /// The function's name.
    package nonisolated let name: String
    private let bootstrap: String
    private let environment: [String: String]
    private let timeLimit: Duration
    private let keepsLog: Bool
    private let onLine: (@Sendable (String) -> Void)?

    /// A Runtime API and its process.
    private struct Running {
        let number: Int
        let server: RuntimeAPIServer
        let process: BootstrapProcess
    }

    /// The latest start, complete or not, with its number. Several invocations may wait for one start, and all of them
    /// may find that its process has ended.
    private var current: (number: Int, start: Task<Running, any Error>)?
    private var startCount = 0
    /// The Runtime API of the latest start, also while the process is starting.
    private var server: RuntimeAPIServer?
    private var earlierLines = RecentLines()

    /// A function whose bootstrap is the executable at this path.
    ///
    /// - Parameters:
    ///   - environment: the function's own variables. The variables that Lambda sets are added.
    ///   - keepsLog: whether the lines that it logs are collected.
    ///   - onLine: is called with each line that it logs, in order, as soon as the line is complete. That may be before
    ///     or after the invocation that the line is about has ended.
    package init(
        name: String, bootstrap: String, environment: [String: String], timeLimit: Duration = .seconds(5),
        keepsLog: Bool = true, onLine: (@Sendable (String) -> Void)? = nil
    ) {
        self.keepsLog = keepsLog
        self.onLine = onLine
        self.name = name
        self.bootstrap = bootstrap
        self.environment = environment
        self.timeLimit = timeLimit
    }

    /// Starts the process unless it is running, and waits until it asks for an event or ends.
    ///
    /// - Returns: the report that it cannot start; nil if it sent none.
    /// - Throws: `BootstrapError`.
    @discardableResult
    package func start() async throws(BootstrapError) -> FunctionFailure? { try await running().server.initFailure }

    /// Invokes the function with an event.
    ///
    /// - Throws: `BootstrapError` if the process cannot run.
    package func invoke(_ event: [UInt8]) async throws(BootstrapError) -> InvocationResult {
        try await invoke(event, within: timeLimit)
    }

    /// Invokes the function with an event under an id of the caller's choice.
    ///
    /// - Parameter requestID: the id that the function logs (`Lambda-Runtime-Aws-Request-Id`). No other invocation may
    ///   have it.
    /// - Throws: `BootstrapError` if the process cannot run.
    package func invoke(
        _ event: [UInt8], requestID: String
    ) async throws(BootstrapError) -> InvocationResult {
        try await invoke(event, within: timeLimit, requestID: requestID)
    }

    /// Invokes the function with an event that may take this long.
    ///
    /// - Throws: `BootstrapError` if the process cannot run.
    package func invoke(
        _ event: [UInt8], within limit: Duration
    ) async throws(BootstrapError) -> InvocationResult {
        try await invoke(event, within: limit, requestID: UUID().uuidString.lowercased())
    }

    private func invoke(
        _ event: [UInt8], within limit: Duration, requestID: String
    ) async throws(BootstrapError) -> InvocationResult {
        let running = try await running()
        let result = await running.server.invoke(event, within: limit, requestID: requestID)
        switch result {
        case .reply, .functionError: break
        case .initError, .timeout, .exit: await end(running)
        }
        return result
    }

    /// Ends the process.
    package func stop() async {
        guard let running = try? await current?.start.value else { return }
        await end(running)
    }

    /// The identifier of the process that runs now; nil if none does.
    package func processID() async -> Int32? { try? await current?.start.value.process.processID }

    /// The id of the invocation that the process works on; nil if it works on none.
    package func currentRequestID() async -> String? { await server?.currentRequestID }

    /// The last 10,000 lines that the function's processes have logged so far.
    package func logLines() async -> [String] { await recentLines().lines }

    /// The same without the first lines that the processes have logged.
    ///
    /// - Parameter count: what `logCount` returned before.
    package func logLines(after count: Int) async -> [String] { await recentLines().lines(after: count) }

    /// How many lines the function's processes have logged so far.
    package func logCount() async -> Int { await recentLines().count }

    private func recentLines() async -> RecentLines {
        let running = try? await current?.start.value
        var lines = earlierLines
        if let running { lines.append(running.process.recentLines) }
        return lines
    }

    private func running() async throws(BootstrapError) -> Running {
        let (number, start) = current ?? beginStart()
        do { return try await start.value } catch {
            if current?.number == number { current = nil }
            throw error as? BootstrapError ?? .notStarted(path: bootstrap, reason: "\(error)")
        }
    }

    private func beginStart() -> (number: Int, start: Task<Running, any Error>) {
        startCount += 1
        let begun = (number: startCount, start: Task { [startCount] in try await launch(startCount) })
        current = begun
        return begun
    }

    private func launch(_ number: Int) async throws(BootstrapError) -> Running {
        let server = RuntimeAPIServer(functionARN: Self.arn(of: name), timeLimit: timeLimit)
        self.server = server
        let endpoint: String
        do throws(SystemCallError) { endpoint = try await server.start() } catch { throw .noRuntimeAPI(error) }
        let variables = Self.lambdaVariables(name: name, endpoint: endpoint).merging(environment) { $1 }
        do throws(BootstrapError) {
            let process = try BootstrapProcess(
                path: bootstrap, environment: variables, keepsLog: keepsLog, onLine: onLine)
            Task { await server.processDidExit(process.waitForExit()) }
            await server.waitUntilReady()
            return Running(number: number, server: server, process: process)
        } catch {
            await server.stop()
            throw error
        }
    }

    private func end(_ running: Running) async {
        guard current?.number == running.number else { return }
        current = nil
        await running.process.stop()
        await running.server.stop()
        earlierLines.append(running.process.recentLines)
    }

    private static func arn(of name: String) -> String { "arn:aws:lambda:eu-west-1:123456789012:function:\(name)" }

    /// The variables that Lambda itself sets for an OS-only runtime.
    private static func lambdaVariables(name: String, endpoint: String) -> [String: String] {
        [
            "AWS_LAMBDA_RUNTIME_API": endpoint,
            "AWS_LAMBDA_FUNCTION_NAME": name,
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "128",
            "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
            "AWS_LAMBDA_LOG_FORMAT": "JSON",
            "AWS_LAMBDA_LOG_LEVEL": "INFO",
            "AWS_LAMBDA_LOG_GROUP_NAME": "/aws/lambda/\(name)",
            "AWS_LAMBDA_LOG_STREAM_NAME": "sandbox",
            "AWS_REGION": "eu-west-1",
            "AWS_DEFAULT_REGION": "eu-west-1",
            "LAMBDA_TASK_ROOT": "/var/task",
            "LAMBDA_RUNTIME_DIR": "/var/runtime",
            "_HANDLER": "bootstrap",
            "LANG": "en_US.UTF-8",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "TZ": ":UTC",
        ]
    }
}

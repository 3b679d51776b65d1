internal import RuntimeAPIHost
internal import StandIns

/// Sends the events of cases to the real bootstraps and compares the replies with the expectations.
package actor EventReplay {
    private let bootstraps: String
    let authsignal: AuthsignalStandIn
    let aws = AWSStandIn(
        TableStandIn([
            TableSchema(EventReplay.stateTable), TableSchema(EventReplay.usersTable, hasSortKey: true),
        ]))
    let issuer: IssuerStandIn
    let captcha = CaptchaStandIn()
    private let stage: ReplayStage
    let servers: [ReplayStage.Service: any StandInHost]
    private var functions: [FunctionKey: FunctionInstance] = [:]

    /// Events of one function under one environment share a process.
    private struct FunctionKey: Hashable {
        let function: String
        let environment: [String: String]
        /// The title of the case that has the process for itself; nil for a shared process.
        let owner: String?
    }

    /// The secret of the stand-in's tenant. It protects nothing.
    static let authsignalSecret = "replay-authsignal-secret-0123456789"

    /// The name of the state table.
    static let stateTable = "replay-state"

    /// The name of the table of users.
    static let usersTable = "replay-users"

    /// A replay with the bootstraps of a folder: `FOLDER/Function`, or `FOLDER/Function/bootstrap`.
    ///
    /// - Parameter stage: serves the stand-ins, and sets the functions up.
    /// - Throws: what serving throws, `StandInError`, or the issuer's error if it cannot make keys.
    package init(bootstraps: String, stage: ReplayStage = ReplayStage()) async throws {
        self.bootstraps = bootstraps
        self.stage = stage
        authsignal = try AuthsignalStandIn(secret: Self.authsignalSecret)
        issuer = try IssuerStandIn()
        servers = [
            .authsignal: try await stage.serve(.authsignal, authsignal), .aws: try await stage.serve(.aws, aws),
            .issuer: try await stage.serve(.issuer, issuer), .captcha: try await stage.serve(.captcha, captcha),
        ]
    }

    /// The codes that the functions mailed since the stand-ins began anew, in order.
    var mailedCodes: [String] { get async { await aws.mails.compactMap(\.code) } }

    /// How many processes were started.
    package var processCount: Int { functions.count }

    /// Ends the processes and the stand-ins.
    package func stop() async {
        for function in functions.values { await function.stop() }
        for server in servers.values { await server.stop() }
    }

    /// Starts the process that a case would have under this name, if it does not run.
    ///
    /// - Throws: as `run` does.
    package func start(_ replayCase: ReplayCase, processOf owner: String?) async throws {
        try await function(for: replayCase, variables(of: replayCase), owner).start()
    }

    /// Ends the processes that cases had for themselves under this name.
    package func stop(processesOf owner: String) async {
        for (key, function) in functions where key.owner == owner {
            await function.stop()
            functions[key] = nil
        }
    }

    /// Replays one case.
    ///
    /// - Parameters:
    ///   - owner: the name under which the case's process is shared; nil to share it with all cases of its function and
    ///     environment, or not at all if the case needs a process of its own.
    ///   - limit: how long the invocation may take; nil for as long as Cognito waits.
    /// - Throws: `ReplayError` for a case that cannot be replayed, `BootstrapError` when the bootstrap cannot be
    ///   executed.
    package func run(
        _ replayCase: ReplayCase, processOf owner: String? = nil, within limit: Duration? = nil
    ) async throws -> ReplayOutcome {
        try await reset(for: replayCase)
        return try await send(replayCase, processOf: owner, within: limit)
    }

    /// Begins anew with what a case says of the stand-ins.
    func reset(for replayCase: ReplayCase) async throws {
        try await authsignal.reset(replayCase.expectation.authsignal)
        let tables = replayCase.expectation.aws
        await aws.reset(
            items: [Self.stateTable: tables.state, Self.usersTable: tables.users], failures: tables.failures)
    }

    private func send(
        _ replayCase: ReplayCase, processOf owner: String?, within limit: Duration?
    ) async throws -> ReplayOutcome {
        let values = values(replayCase.event, try await variables(of: replayCase))
        return try await send(
            replayCase, event: try await fill(replayCase.event, values), values, processOf: owner, within: limit)
    }

    /// Enrols a user's mailbox at the Authsignal stand-in, as an app does between two events.
    func enrol(_ address: String, of user: String) async { await authsignal.enrol(address, userID: user) }

    /// Sends an event whose placeholders are filled, and compares the result.
    func send(
        _ replayCase: ReplayCase, event: [UInt8], _ values: PlaceholderValues, processOf owner: String?,
        within limit: Duration?
    ) async throws -> ReplayOutcome {
        let environment = values.environment
        let filled = try await fill(replayCase.expectationText, values)
        let expectation: Expectation
        do throws(Fault) { expectation = try Expectation(parsing: filled) } catch {
            throw ReplayError.malformed(file: replayCase.place, fault: error.text)
        }
        let function = try function(for: replayCase, environment, owner)
        let linesBefore = await function.logCount()
        try await function.start()
        let started = ContinuousClock.now
        let result =
            if let limit { try await function.invoke(event, within: limit) } else { try await function.invoke(event) }
        let duration = ContinuousClock.now - started
        let calls = await authsignal.calls
        let awsCalls = await aws.calls
        var differences: [Difference] = []
        if replayCase.isCompared {
            differences = expectation.differences(
                of: result, to: event, environment: environment, calls: calls, awsCalls: awsCalls,
                mails: await aws.mails.map(\.recipient))
        }
        return ReplayOutcome(
            replayCase: replayCase, event: event, result: result, duration: duration, calls: calls,
            awsCalls: awsCalls, mails: await aws.mails, differences: differences, function: function,
            linesBefore: linesBefore)
    }

    private func function(
        for replayCase: ReplayCase, _ environment: [String: String], _ owner: String?
    ) throws(ReplayError) -> FunctionInstance {
        let name = replayCase.function
        let owner = owner ?? (replayCase.expectation.needsOwnProcess ? replayCase.title : nil)
        let key = FunctionKey(function: name, environment: environment, owner: owner)
        if let function = functions[key] { return function }
        guard let bootstrap = try? Bootstraps(folder: bootstraps).path(of: name) else {
            throw .noBootstrap(function: name, folder: bootstraps)
        }
        let function = FunctionInstance(
            name: name, bootstrap: bootstrap, environment: stage.variables(environment),
            keepsLog: stage.keepsLogs)
        functions[key] = function
        return function
    }
}

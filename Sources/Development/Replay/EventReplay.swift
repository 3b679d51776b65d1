internal import Foundation
internal import JSON
internal import LoopbackServer
internal import RuntimeAPIHost
internal import StandIns

/// Sends the events of cases to the real bootstraps and compares the replies with the expectations.
package actor EventReplay {
    private let bootstraps: String
    private let authsignal: AuthsignalStandIn
    private let aws = AWSStandIn(
        TableStandIn([
            TableSchema(EventReplay.stateTable), TableSchema(EventReplay.usersTable, hasSortKey: true),
        ]))
    private let issuer: IssuerStandIn
    private let captcha = CaptchaStandIn()
    private let servers: Servers
    private var functions: [FunctionKey: FunctionInstance] = [:]

    /// The servers of the stand-ins.
    private struct Servers {
        let authsignal, aws, issuer, captcha: StandInServer
    }

    /// Events of one function under one environment share a process.
    private struct FunctionKey: Hashable {
        let function: String
        let environment: [String: String]
        /// The title of the case that has the process for itself; nil for a shared process.
        let owner: String?
    }

    /// The secret of the stand-in's tenant. It protects nothing.
    private static let authsignalSecret = "replay-authsignal-secret-0123456789"

    /// The name of the state table.
    private static let stateTable = "replay-state"

    /// The name of the table of users.
    private static let usersTable = "replay-users"

    /// A replay with the bootstraps of a folder: `FOLDER/Function`, or `FOLDER/Function/bootstrap`.
    ///
    /// - Throws: `LoopbackServerError`, `StandInError`, or the issuer's error if it cannot make keys.
    package init(bootstraps: String) async throws {
        self.bootstraps = bootstraps
        authsignal = try AuthsignalStandIn(secret: Self.authsignalSecret)
        issuer = try IssuerStandIn()
        servers = Servers(
            authsignal: try await StandInServer(authsignal), aws: try await StandInServer(aws),
            issuer: try await StandInServer(issuer), captcha: try await StandInServer(captcha))
    }

    /// How many processes were started.
    package var processCount: Int { functions.count }

    /// Ends the processes and the stand-ins.
    package func stop() async {
        for function in functions.values { await function.stop() }
        for server in [servers.authsignal, servers.aws, servers.issuer, servers.captcha] { await server.stop() }
    }

    /// Replays one case.
    ///
    /// - Throws: `ReplayError` for a case that cannot be replayed, `BootstrapError` when the bootstrap cannot be
    ///   executed.
    package func run(_ replayCase: ReplayCase) async throws -> ReplayOutcome {
        var environment: [String: String] = [:]
        for (name, value) in replayCase.environment { environment[name] = try await fillVariable(value) }
        try await authsignal.reset(replayCase.expectation.authsignal)
        let tables = replayCase.expectation.aws
        await aws.reset(
            items: [Self.stateTable: tables.state, Self.usersTable: tables.users], failures: tables.failures)
        let values = PlaceholderValues(
            event: try? JSONValue(parsing: replayCase.event), environment: environment, authsignal: authsignal,
            issuer: issuer, captcha: captcha, runValues: runValues)
        let event = try await fill(replayCase.event, values)
        let filled = try await fill(replayCase.expectationText, values)
        let expectation: Expectation
        do throws(Fault) { expectation = try Expectation(parsing: filled) } catch {
            throw ReplayError.malformed(file: replayCase.place, fault: error.text)
        }
        let function = try function(for: replayCase, environment)
        let linesBefore = await function.logLines().count
        try await function.start()
        let started = ContinuousClock.now
        let result = try await function.invoke(event)
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
            awsCalls: awsCalls, differences: differences, function: function, linesBefore: linesBefore)
    }

    private func function(
        for replayCase: ReplayCase, _ environment: [String: String]
    ) throws(ReplayError) -> FunctionInstance {
        let name = replayCase.function
        let owner = replayCase.expectation.needsOwnProcess ? replayCase.title : nil
        let key = FunctionKey(function: name, environment: environment, owner: owner)
        if let function = functions[key] { return function }
        guard let bootstrap = try? Bootstraps(folder: bootstraps).path(of: name) else {
            throw .noBootstrap(function: name, folder: bootstraps)
        }
        let function = FunctionInstance(name: name, bootstrap: bootstrap, environment: environment)
        functions[key] = function
        return function
    }

    /// What differs from run to run: the stand-ins' addresses, secrets and the tables' names.
    private var runValues: [String: String] {
        [
            "authsignalURL": servers.authsignal.address + "/v1", "authsignalSecret": Self.authsignalSecret,
            "awsURL": servers.aws.address, "stateTable": Self.stateTable,
            "usersTable": Self.usersTable,
            "oidcIssuer": servers.issuer.address + "/", "captchaURL": servers.captcha.address,
            "captchaSecret": CaptchaStandIn.secret,
        ]
    }

    private func fillVariable(_ text: String) async throws(ReplayError) -> String {
        let values = runValues
        return try await Placeholder.fill(text) { placeholder throws(ReplayError) in
            guard let value = values[placeholder.name] else {
                throw .placeholder(placeholder.text, fault: "unknown name of a variable's value")
            }
            return value
        }
    }

    private func fill(_ text: [UInt8], _ values: PlaceholderValues) async throws(ReplayError) -> [UInt8] {
        // Bytes that are not UTF-8 are sent unchanged: they hold no placeholder and must not be repaired.
        guard let string = String(validating: text, as: UTF8.self), string.contains("${") else { return text }
        return Array(try await Placeholder.fill(string, with: values.value(of:)).utf8)
    }
}

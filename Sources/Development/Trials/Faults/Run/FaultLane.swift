#if os(Linux)
internal import Replay
internal import RuntimeAPIHost
internal import StandIns
internal import Synchronization

/// Services of its own, with a replay of its own. It tries one row at a time.
final class FaultLane: Sendable {
    private let replay: EventReplay
    private let servers: [CalledService: FaultyServer]
    private let stage: FaultStage

    /// How long a function may take for an event during which a service fails. Cognito allows five seconds; a shorter
    /// time shows the same in less.
    static let eventLimit = Duration.milliseconds(1_400)
    /// How long a start may take: what the functions allow themselves, and the time to start and end a process.
    static let startLimit = Duration.milliseconds(3_500)
    /// How often a row is tried that differs and was slow: on a busy machine, a process may not have got its turn.
    private static let attempts = 4

    /// A lane.
    init(bootstraps: String, _ certificates: TrialCertificates) async throws {
        let stage = FaultStage(certificates)
        self.stage = stage
        replay = try await EventReplay(
            bootstraps: bootstraps,
            stage: ReplayStage(serving: { try await stage.serve($0, $1) }, variables: { stage.variables($0) }))
        servers = stage.servers.withLock { $0 }
    }

    /// Ends the servers.
    func stop() async {
        await replay.stop()
        for server in servers.values { await server.stop() }
    }

    /// Tries a row.
    func run(_ row: FaultRow, _ cases: [String: ReplayCase]) async throws -> FaultResult {
        var result = try await attempt(row, cases)
        for number in 1..<Self.attempts where result.isDoubtful {
            // A machine that is busy now may be so for some seconds.
            try await Task.sleep(for: .seconds(number * number))
            result = try await attempt(row, cases)
        }
        return result
    }

    private func attempt(_ row: FaultRow, _ cases: [String: ReplayCase]) async throws -> FaultResult {
        let call = row.call
        guard let server = servers[call.service], let event = cases[call.event], let next = cases[call.next] else {
            throw TrialError.request("events/ has no case \(cases[call.event] == nil ? call.event : call.next)")
        }
        stage.readsSecrets.withLock { $0 = call.readsSecrets }
        stage.variables.withLock { $0 = [:] }
        var outcomes: [ReplayOutcome] = []
        func send(_ replayCase: ReplayCase, within limit: Duration? = nil) async throws -> ReplayOutcome {
            let outcome = try await replay.run(replayCase, processOf: row.title, within: limit)
            outcomes.append(outcome)
            return outcome
        }
        if call.moment == .laterEvent { _ = try await send(next) }
        if call.moment == .event { try await replay.start(event, processOf: row.title) }
        try server.befall(row.fault, after: call.wellAnswered)
        let started = ContinuousClock.now
        let faulted = try await send(event, within: Self.eventLimit)
        let time = call.moment == .start ? ContinuousClock.now - started : faulted.duration
        var result = FaultResult(row: row, outcome: FaultOutcome.text(faulted), time: time)
        result.isAsUsual = faulted.differences.isEmpty
        result.hasBefallen = server.hasBefallen
        result.wasFollowed = server.wasFollowed
        let process = await faulted.processID()
        try server.befall(nil)
        let healthy = try await send(next)
        result.nextTime = healthy.duration
        result.nextDifferences = healthy.differences.map { "\($0.place): \($0.expected), not \($0.found)" }
        let isSameProcess = await healthy.processID() == process
        result.isSameProcess = call.moment == .start || isSameProcess
        await replay.stop(processesOf: row.title)
        result.leaks = await leaks(outcomes)
        return result
    }

    /// What the processes of a row have logged, or reported to Lambda, of what they must not.
    private func leaks(_ outcomes: [ReplayOutcome]) async -> [String] {
        var search = LeakSearch()
        search.learn(variables: stage.variables.withLock { $0 })
        var lines: Set<String> = []
        for outcome in outcomes {
            search.learn(json: outcome.event)
            for mail in outcome.mails {
                search.learn(mail.recipient, as: "address")
                if let code = mail.code { search.learn(code, as: "code") }
            }
            lines.formUnion(await outcome.allLogLines())
            switch outcome.result {
            case .reply(let reply): search.learn(json: reply)
            case .functionError(let failure), .initError(let failure): lines.insert(failure.message)
            case .timeout, .exit: break
            }
        }
        return search.leaks(in: lines.sorted())
    }
}
#endif

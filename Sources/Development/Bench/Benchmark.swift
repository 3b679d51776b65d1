#if os(Linux)
import Foundation
internal import LoopbackServer
internal import LoopbackSockets
internal import RuntimeAPIHost

/// Measures the functions' bootstraps and the bare loop. It runs them in turn, again and again, so that other load on
/// the machine affects all of them equally.
package struct Benchmark {
    /// How much is measured.
    package struct Extent: Sendable {
        /// The number of rounds. Each program runs once in a round.
        package var rounds: Int
        /// The additional starts of each program in a round, which only measure the start.
        package var starts: Int
        /// The measured events in each run of a program.
        package var events: Int

        /// Creates an extent from its values.
        package init(rounds: Int, starts: Int, events: Int) {
            self.rounds = rounds
            self.starts = starts
            self.events = events
        }

        /// The events before the measured ones, which fill caches and warm up the allocator.
        var warmUp: Int { max(events / 10, 10) }
    }

    /// The processor cores that the benchmark and the programs use, in words.
    package static var placement: String {
        let cores = (try? ProcFile.allowedCores()) ?? "unknown"
        return Int(cores) == nil
            ? "not pinned to one core (cores \(cores)), so figures vary more" : "all on core \(cores)"
    }

    private let extent: Extent
    private let listener: LoopbackHTTPServer
    private let subjects: [BenchSubject]

    /// Prepares a benchmark. Starts each program once and checks its answer, which also warms the page cache.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder that holds `<Function>/bootstrap` and `<Function>.zip`.
    ///   - loop: the bare loop, linked in the same way as the bootstraps.
    package init(bootstraps: String, loop: String, extent: Extent) throws(BenchError) {
        self.extent = extent
        let listener: LoopbackHTTPServer
        do throws(SystemCallError) { listener = try LoopbackHTTPServer() } catch {
            throw .systemError(error.call, error.code)
        }
        let tables = try BenchTables()
        let authenticator = BenchAuthenticator(tables)
        let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": BenchEvents.signingKey]
        func function(
            _ name: String, proving proof: BenchAuthenticator.Proof? = nil, environment: [String: String],
            requirement: BenchRequirement?, event: @escaping (inout BenchConnection) throws(BenchError) -> [UInt8]
        ) -> BenchSubject {
            let zip = try? FileManager.default.attributesOfItem(atPath: "\(bootstraps)/\(name).zip")[.size] as? Int
            return BenchSubject(
                name: name + (proof.map { ": \($0)" } ?? ""), executable: "\(bootstraps)/\(name)/bootstrap",
                environment: environment, event: event, requirement: requirement, zip: zip.map { Double($0) / 1e6 })
        }
        func function(
            _ name: String, event: [UInt8], environment: [String: String], requirement: BenchRequirement?
        ) -> BenchSubject {
            function(name, environment: environment, requirement: requirement) { _ in event }
        }
        let create = function(
            "CreateAuthChallenge", event: BenchEvents.create, environment: signed, requirement: .token)
        let created = try Self.answer(of: create, listener)
        subjects = [
            BenchSubject(
                name: BenchEvents.loop, executable: loop, environment: [:], event: { _ in BenchEvents.define },
                requirement: nil, zip: nil),
            function("DefineAuthChallenge", event: BenchEvents.define, environment: [:], requirement: .decision),
            create,
            function(
                "VerifyAuthChallenge", event: try BenchEvents.verify(answering: created), environment: signed,
                requirement: .token),
            function(
                "PreSignUp", event: BenchEvents.preSignUp,
                environment: ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"], requirement: nil),
            function(
                "PreTokenGeneration", event: BenchEvents.preTokenGeneration, environment: [:], requirement: nil),
            function(
                "AddAuthenticator", environment: BenchPool.environment(at: tables.endpoint), requirement: nil,
                event: { (_) throws(BenchError) in try tables.pool.event(at: tables.endpoint) }),
            function(
                "Authenticator", proving: .passkey, environment: authenticator.environment, requirement: .passkey,
                event: { (connection) throws(BenchError) in
                    try authenticator.event(proving: .passkey, to: &connection)
                }),
            function(
                "Authenticator", proving: .code, environment: authenticator.environment, requirement: .code,
                event: { (connection) throws(BenchError) in
                    try authenticator.event(proving: .code, to: &connection)
                }),
        ]
        for subject in subjects { try BenchEvents.check(Self.answer(of: subject, listener), of: subject.name) }
        self.listener = listener
    }

    /// Measures and reports.
    package func run() throws(BenchError) -> BenchReport {
        var samples = [BenchSamples](repeating: BenchSamples(), count: subjects.count)
        for round in 0..<extent.rounds {
            // Every second round runs backwards, so that a drift affects the first and the last program equally.
            let order = round.isMultiple(of: 2) ? Array(subjects.indices) : subjects.indices.reversed()
            for _ in 0..<extent.starts {
                for index in order { try measureStart(subjects[index], &samples[index]) }
            }
            for index in order { try measureRun(subjects[index], &samples[index]) }
        }
        let figures = zip(subjects, samples).compactMap { BenchFigures(name: $0.name, samples: $1, zip: $0.zip) }
        guard let loop = figures.first, figures.count == subjects.count else {
            throw .program(BenchEvents.loop, "nothing was measured")
        }
        return BenchReport(
            loop: loop, functions: zip(figures, subjects).dropFirst().map { (figures: $0, requirement: $1.requirement) }
        )
    }

    /// Starts a program, waits for its first request and calls `body`. The process ends when `body` returns.
    private static func run<Result>(
        _ subject: BenchSubject, _ listener: LoopbackHTTPServer,
        _ body: (borrowing BenchProcess, inout BenchConnection, _ start: Int64) throws(BenchError) -> Result
    ) throws(BenchError) -> Result {
        let environment = subject.environment.merging(["AWS_LAMBDA_RUNTIME_API": listener.endpoint]) { $1 }
        let started = BenchClock.now()
        let process = try BenchProcess(subject.executable, environment: environment)
        var connection = try BenchConnection(to: listener, program: subject.name, process: process)
        let asked = try connection.awaitNext()
        let result = try body(process, &connection, asked - started)
        // End the process first. If it lost its connection, it would ask for the next event on a new one.
        process.end()
        connection.end()
        return result
    }

    /// The program's answer to its event, from a process of its own.
    private static func answer(of subject: BenchSubject, _ listener: LoopbackHTTPServer) throws(BenchError) -> [UInt8] {
        try run(subject, listener) { (_, connection, _) throws(BenchError) in
            // A program that waits for nothing but the next event ends at once.
            _ = try exchange(try subject.event(&connection), &connection)
            return connection.lastAnswer
        }
    }

    private func measureStart(_ subject: BenchSubject, _ samples: inout BenchSamples) throws(BenchError) {
        let start = try Self.run(subject, listener) { (_, _, start) throws(BenchError) in start }
        samples.starts.append(Double(start) / 1e6)
    }

    private func measureRun(_ subject: BenchSubject, _ samples: inout BenchSamples) throws(BenchError) {
        let extent = extent
        let run = try Self.run(subject, listener) { (process, connection, start) throws(BenchError) in
            let event = try subject.event(&connection)
            for _ in 0..<extent.warmUp { _ = try Self.exchange(event, &connection) }
            var times: [Double] = []
            times.reserveCapacity(extent.events)
            let used = try BenchClock.processorTime(of: process.id)
            for _ in 0..<extent.events { times.append(try Self.exchange(event, &connection)) }
            let processor = try BenchClock.processorTime(of: process.id) - used
            // Nothing may have gone wrong, or run out, in the meantime.
            try BenchEvents.check(connection.lastAnswer, of: subject.name)
            return (start: start, times: times, processor: processor, memory: try process.peakMemory())
        }
        samples.starts.append(Double(run.start) / 1e6)
        samples.processor.append(Double(run.processor) / 1e3 / Double(extent.events))
        samples.memory.append(Double(run.memory) / 1e6)
        if let median = run.times.median { samples.roundTrips.append(median) }
    }

    /// Sends an event, reads and acknowledges its answer, and waits for the next request. Returns the round trip in
    /// microseconds.
    private static func exchange(
        _ event: [UInt8], _ connection: inout BenchConnection
    ) throws(BenchError) -> Double {
        let time = try connection.exchange(event)
        try connection.acknowledge()
        _ = try connection.awaitNext()
        return Double(time) / 1e3
    }
}
#endif

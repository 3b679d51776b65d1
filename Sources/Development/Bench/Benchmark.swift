#if os(Linux)
import Foundation
internal import RuntimeAPIHost

/// Measures the functions' bootstraps beside the bare loop: runs of each in turn, over and over, so that whatever else
/// the machine does meets all of them alike.
package struct Benchmark {
    /// How much is measured.
    package struct Extent: Sendable {
        /// Rounds in which each program has its turn.
        package var rounds: Int
        /// Starts of each program in a round that only serve to measure starting.
        package var starts: Int
        /// Events measured in each program's run.
        package var events: Int

        /// An extent as it stands.
        package init(rounds: Int, starts: Int, events: Int) {
            self.rounds = rounds
            self.starts = starts
            self.events = events
        }

        /// Events before the measured ones, until caches and allocators have settled.
        var warmUp: Int { max(events / 10, 10) }
    }

    /// Where the programs and what drives them run, in words.
    package static var placement: String {
        let cores = (try? ProcFile.allowedCores()) ?? "unknown"
        return Int(cores) == nil ? "not pinned to one core (cores \(cores)): less steady" : "all on core \(cores)"
    }

    private let extent: Extent
    private let listener: RuntimeAPIListener
    private let subjects: [BenchSubject]

    /// Prepares a benchmark; starts each program once, checks its answer, and so warms the page cache.
    /// - Parameters:
    ///   - bootstraps: the directory that holds `<Function>/bootstrap` and, beside it, `<Function>.zip`.
    ///   - loop: the bare loop, linked as the bootstraps are.
    package init(bootstraps: String, loop: String, extent: Extent) throws(BenchError) {
        self.extent = extent
        let listener: RuntimeAPIListener
        do throws(RuntimeAPIError) { listener = try RuntimeAPIListener() } catch {
            throw .system(error.call, error.reason)
        }
        let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": BenchEvents.signingKey]
        func function(
            _ name: String, _ event: [UInt8], _ environment: [String: String], _ requirement: BenchRequirement?
        ) -> BenchSubject {
            let zip = try? FileManager.default.attributesOfItem(atPath: "\(bootstraps)/\(name).zip")[.size] as? Int
            return BenchSubject(
                name: name, executable: "\(bootstraps)/\(name)/bootstrap", environment: environment, event: event,
                requirement: requirement, zip: zip.map { Double($0) / 1e6 })
        }
        let create = function("CreateAuthChallenge", BenchEvents.create, signed, .token)
        let created = try Self.answer(of: create, listener)
        subjects = [
            BenchSubject(
                name: BenchEvents.loop, executable: loop, environment: [:], event: BenchEvents.define, requirement: nil,
                zip: nil),
            function("DefineAuthChallenge", BenchEvents.define, [:], .decision),
            create,
            function("VerifyAuthChallenge", try BenchEvents.verify(answering: created), signed, .token),
            function("PreSignUp", BenchEvents.preSignUp, ["CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": "*"], nil),
            function("PreTokenGeneration", BenchEvents.preTokenGeneration, [:], nil),
        ]
        for subject in subjects { try BenchEvents.check(Self.answer(of: subject, listener), of: subject.name) }
        self.listener = listener
    }

    /// Measures and reports.
    package func run() throws(BenchError) -> BenchReport {
        var samples = [BenchSamples](repeating: BenchSamples(), count: subjects.count)
        for round in 0..<extent.rounds {
            // There and back, so that a drift meets the first and the last alike.
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

    /// Starts a program and waits for its first request; the process ends when `body` returns.
    private static func run<Result>(
        _ subject: BenchSubject, _ listener: RuntimeAPIListener,
        _ body: (borrowing BenchProcess, inout BenchConnection, _ start: Int64) throws(BenchError) -> Result
    ) throws(BenchError) -> Result {
        let environment = subject.environment.merging(["AWS_LAMBDA_RUNTIME_API": listener.endpoint]) { $1 }
        let started = BenchClock.now()
        let process = try BenchProcess(subject.executable, environment: environment)
        var connection = try BenchConnection(to: listener, subject.name, process)
        let asked = try connection.awaitNext()
        let result = try body(process, &connection, asked - started)
        // The process first: one that lost its connection would ask for the next event on a new one.
        process.end()
        connection.end()
        return result
    }

    /// The program's answer to its event, in a process of its own.
    private static func answer(of subject: BenchSubject, _ listener: RuntimeAPIListener) throws(BenchError) -> [UInt8] {
        try run(subject, listener) { (_, connection, _) throws(BenchError) in
            _ = try connection.exchange(subject.event)
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
            for _ in 0..<extent.warmUp { _ = try Self.exchange(subject, &connection) }
            var times: [Double] = []
            times.reserveCapacity(extent.events)
            let used = try BenchClock.processorTime(of: process.id)
            for _ in 0..<extent.events { times.append(try Self.exchange(subject, &connection)) }
            let processor = try BenchClock.processorTime(of: process.id) - used
            return (start: start, times: times, processor: processor, memory: try process.peakMemory())
        }
        samples.starts.append(Double(run.start) / 1e6)
        samples.processor.append(Double(run.processor) / 1e3 / Double(extent.events))
        samples.memory.append(Double(run.memory) / 1e6)
        if let median = run.times.median { samples.roundTrips.append(median) }
    }

    /// One event given, answered and acknowledged, and the next asked for; returns its round trip in microseconds.
    private static func exchange(
        _ subject: BenchSubject, _ connection: inout BenchConnection
    ) throws(BenchError) -> Double {
        let time = try connection.exchange(subject.event)
        try connection.acknowledge()
        _ = try connection.awaitNext()
        return Double(time) / 1e3
    }
}
#endif

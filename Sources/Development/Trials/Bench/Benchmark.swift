#if os(Linux)
internal import Essentials
internal import RuntimeAPIHost

/// Measures the functions' bootstraps and the bare loop. It runs them in turn, again and again, so that other load on
/// the machine affects all of them equally.
package struct Benchmark {
    /// How much is measured.
    package struct Extent: Sendable {
        /// The number of rounds. Each program runs once in a round.
        let rounds: Int
        /// The additional starts of each program in a round, which only measure the start.
        let starts: Int
        /// The measured events in each run of a program.
        let events: Int

        /// Creates an extent from its values.
        package init(rounds: Int, starts: Int, events: Int) {
            (self.rounds, self.starts, self.events) = (rounds, starts, events)
        }

        /// The events before the measured ones, which fill caches and warm up the allocator.
        var warmUp: Int { max(events / 10, 10) }
    }

    /// The processor cores that the benchmark and the programs use, in words.
    package static var placement: String {
        let cores = (try? ProcessFigures.allowedCores()) ?? "unknown"
        return Int(cores) == nil
            ? "not pinned to one core (cores \(cores)), so figures vary more" : "all on core \(cores)"
    }

    private let extent: Extent
    private let services: TrialServices
    private let subjects: [BenchSubject]
    private let bootstraps: String

    /// Prepares a benchmark. Starts each program once and checks its answer, which also warms the page cache.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder that holds `<Function>/bootstrap` and `<Function>.zip`.
    ///   - loop: the bare loop, linked in the same way as the bootstraps.
    package init(bootstraps: String, loop: String, extent: Extent) throws {
        (self.extent, self.bootstraps) = (extent, bootstraps)
        services = try TrialServices()
        subjects = try Self.subjects(Bootstraps(folder: bootstraps), loop: loop, services)
        for subject in subjects {
            let running = try RunningProgram(subject.program)
            // A program that waits for nothing but the next event ends at once.
            try running.exchange(try subject.event(running))
            try subject.check(running.answer, services)
        }
    }

    /// Measures and reports.
    package func run() throws -> BenchReport {
        var samples = [BenchSamples](repeating: [:], count: subjects.count)
        for round in 0..<extent.rounds {
            // Every second round runs backwards, so that a drift affects the first and the last program equally.
            let order = round.isMultiple(of: 2) ? Array(subjects.indices) : subjects.indices.reversed()
            for _ in 0..<extent.starts {
                for index in order {
                    let running = try RunningProgram(subjects[index].program)
                    samples[index].add(Double(running.startTime) / 1e6, as: .start)
                }
            }
            for index in order { try measure(subjects[index], &samples[index]) }
        }
        let figures = zip(subjects, samples).map { subject, samples in
            var figures = samples.compactMapValues(\.median)
            figures[.zip] = zipSize(of: subject.program.name)
            return figures
        }
        return BenchReport(
            [.start, .roundTrip, .processor, .memory, .zip],
            zip(subjects, figures).map { subject, own in
                (subject.program.name, own, subject.limits?.outcomes(of: own, beside: figures[0]) ?? [])
            })
    }

    private func measure(_ subject: BenchSubject, _ samples: inout BenchSamples) throws {
        let running = try RunningProgram(subject.program)
        let event = try subject.event(running)
        for _ in 0..<extent.warmUp { try running.exchange(event) }
        var times: [Double] = []
        times.reserveCapacity(extent.events)
        let before = try running.figures.processorTime()
        for _ in 0..<extent.events { times.append(Double(try running.exchange(event)) / 1e3) }
        let used = try running.figures.processorTime() - before
        // Nothing may have gone wrong, or run out, in the meantime.
        try subject.check(running.answer, services)
        samples.add(Double(running.startTime) / 1e6, as: .start)
        samples.add(Double(used) / 1e3 / Double(extent.events), as: .processor)
        samples.add(Double(try running.figures.peakMemory()) / 1e6, as: .memory)
        if let median = times.median { samples.add(median, as: .roundTrip) }
    }

    private func zipSize(of program: String) -> Double? {
        let path = "\(bootstraps)/\(program.prefix { $0 != ":" }).zip"
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
        return size.map { Double($0) / 1e6 }
    }
}
#endif

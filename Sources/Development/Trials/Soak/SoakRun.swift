#if os(Linux)
internal import Replay

/// Sends sample events to one process of each function and environment, again and again.
package struct SoakRun: Sendable {
    private let bootstraps: String
    private let events: Int
    private let seed: UInt64
    /// The functions under their environments.
    package let subjects: [SoakSubject]

    /// A run.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - events: how many events each function gets, over all its environments.
    ///   - seed: decides the order of the events.
    /// - Throws: `TrialError.request` without subjects, or with too few events for ten parts.
    package init(bootstraps: String, subjects: [SoakSubject], events: Int, seed: UInt64) throws(TrialError) {
        (self.bootstraps, self.subjects, self.events, self.seed) = (bootstraps, subjects, events, seed)
        guard !subjects.isEmpty else { throw .request("events/ has no event that can be sent again and again") }
        guard subjects.allSatisfy({ count(for: $0) >= 10 }) else {
            throw .request("ten parts need ten events of each function and environment at least")
        }
    }

    /// How many events a subject gets: all subjects of a function get the same share.
    private func count(for subject: SoakSubject) -> Int {
        let share = events / subjects.count { $0.function == subject.function }
        return share / 10 * 10
    }

    /// Runs the subjects.
    ///
    /// - Parameters:
    ///   - count: how many run at a time.
    ///   - report: gets the results in the order of the subjects.
    /// - Throws: what a replay throws, and `TrialError.program` if a process has ended.
    @discardableResult
    package func run(
        atOnce count: Int = 1, _ report: @escaping @Sendable (SoakResult) -> Void
    ) async throws -> [SoakResult] {
        try await Agenda.run(subjects, lanes: count, report) { agenda in
            try await agenda.each { subject in
                // Functions wait a while so that names that nobody has look like others. Here they need not.
                let replay = try await EventReplay(
                    bootstraps: bootstraps, stage: ReplayStage(variables: { $0.withoutWaiting }, keepsLogs: false))
                let result: Result<SoakResult, any Error>
                do { result = .success(try await run(subject, replay)) } catch { result = .failure(error) }
                await replay.stop()
                return try result.get()
            }
        }
    }

    private func run(_ subject: SoakSubject, _ replay: EventReplay) async throws -> SoakResult {
        let count = count(for: subject)
        var (numbers, round) = (SplitMix(state: seed), [ReplayCase]())
        var (tenths, times, differences) = ([SoakTenth](), [Duration](), [String]())
        for number in 1...count {
            // In each round each case comes once.
            if round.isEmpty { round = subject.cases.shuffled(using: &numbers) }
            let outcome = try await replay.run(round.removeLast())
            times.append(outcome.duration)
            if let difference = outcome.differences.first, differences.count < 100 {
                differences.append("\(outcome.replayCase.title): \(difference.place): \(difference.found)")
            }
            guard number.isMultiple(of: count / 10) else { continue }
            guard let process = await outcome.processID() else {
                throw TrialError.program(subject.function, "its process has ended")
            }
            let figures = ProcessFigures(of: process)
            tenths.append(
                SoakTenth(memory: try figures.memory(), openFiles: try figures.openFiles(), times: times))
            times = []
        }
        return SoakResult(title: subject.title, events: count, tenths: tenths, differences: differences)
    }
}

/// Numbers that follow from a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif

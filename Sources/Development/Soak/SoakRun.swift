#if os(Linux)
internal import Foundation
internal import Replay

/// Sends sample events to one process of each function and environment, again and again.
package struct SoakRun: Sendable {
    private let bootstraps: String
    private let events: Int
    private let seed: UInt64
    /// The functions under their environments.
    package let subjects: [SoakSubject]

    /// No more wrong decisions are kept.
    private static let differencesKept = 100

    /// A run.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - events: how many events each function gets, over all its environments.
    ///   - seed: decides the order of the events.
    /// - Throws: `SoakError.tooFewEvents`, and `noEvents` without subjects.
    package init(bootstraps: String, subjects: [SoakSubject], events: Int, seed: UInt64) throws(SoakError) {
        guard !subjects.isEmpty else { throw .noEvents("any function") }
        self.bootstraps = bootstraps
        self.events = events
        self.seed = seed
        self.subjects = subjects
        guard subjects.allSatisfy({ count(for: $0) >= 10 }) else { throw .tooFewEvents }
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
    ///   - report: gets the results as they come.
    /// - Throws: what a replay throws, and `SoakError.noProcess`.
    package func run(atOnce count: Int = 1, _ report: (SoakResult) -> Void) async throws {
        try await withThrowingTaskGroup(of: SoakResult.self) { group in
            for (number, subject) in subjects.enumerated() {
                if number >= count, let result = try await group.next() { report(result) }
                group.addTask { try await run(subject) }
            }
            for try await result in group { report(result) }
        }
    }

    private func run(_ subject: SoakSubject) async throws -> SoakResult {
        let replay = try await EventReplay(
            bootstraps: bootstraps, stage: ReplayStage(variables: Self.variables, keepsLogs: false))
        do {
            let result = try await run(subject, replay)
            await replay.stop()
            return result
        } catch {
            await replay.stop()
            throw error
        }
    }

    /// Functions wait a while so that names that nobody has look like others. Here they need not.
    private static let variables: ReplayStage.Variables = { variables in
        variables.merging(["MINIMUM_RESPONSE_TIME": "0"]) { $1 }
    }

    private func run(_ subject: SoakSubject, _ replay: EventReplay) async throws -> SoakResult {
        let count = count(for: subject)
        var order = SoakOrder(subject.cases.count, seed: seed)
        var (tenths, times, differences) = ([SoakTenth](), [Duration](), [String]())
        for number in 1...count {
            let outcome = try await replay.run(subject.cases[order.next()])
            times.append(outcome.duration)
            if let difference = outcome.differences.first, differences.count < Self.differencesKept {
                differences.append("\(outcome.replayCase.title): \(difference.place): \(difference.found)")
            }
            guard number.isMultiple(of: count / 10) else { continue }
            guard let process = await outcome.processID() else { throw SoakError.noProcess }
            tenths.append(SoakTenth(try ProcessFigures(of: process), times: times))
            times = []
        }
        return SoakResult(title: subject.title, events: count, tenths: tenths, differences: differences)
    }
}
#endif

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

/// The order in which cases are sent: rounds in which each case comes once, in an order that a seed decides.
struct SoakOrder {
    private var numbers: SplitMix
    private let count: Int
    private var round: [Int] = []

    /// An order of so many cases.
    init(_ count: Int, seed: UInt64) {
        self.count = count
        numbers = SplitMix(state: seed)
    }

    /// The index of the next case.
    mutating func next() -> Int {
        if round.isEmpty { round = (0..<count).shuffled(using: &numbers) }
        return round.removeLast()
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

/// Why a function cannot be soaked.
package enum SoakError: Error, Equatable, Sendable {
    /// The function's process has ended.
    case noProcess
    /// No sample event belongs to this function.
    case noEvents(String)
    /// There are too few events for ten parts.
    case tooFewEvents
}

extension SoakError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noProcess: "the function's process has ended"
        case .noEvents(let function): "events/ has no event of \(function) that can be sent again and again"
        case .tooFewEvents: "ten parts need ten events of each function and environment at least"
        }
    }
}
#endif

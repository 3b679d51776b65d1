#if os(Linux)
internal import Foundation
package import Replay
internal import Synchronization

/// Tries the faults of every service that the functions call, with the real functions.
package struct FaultTrial: Sendable {
    private let bootstraps: String
    private let cases: [String: ReplayCase]
    private let names: NameServer?
    /// The rows that are tried.
    package let rows: [FaultRow]

    /// How many rows are tried at a time, at most. Most of their time is waiting.
    private static let lanes = 8
    /// Fewer rows than this are not worth another lane.
    private static let rowsOfLane = 16

    /// A trial.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - cases: the sample events.
    ///   - names: the name server of this network; nil to reach the services by number and leave out its fault.
    ///   - filter: a piece of the titles of the rows to try; nil for all.
    /// - Throws: `FaultsError.noRow`.
    package init(bootstraps: String, cases: [ReplayCase], names: NameServer?, filter: String? = nil) throws(FaultsError)
    {
        self.init(bootstraps: bootstraps, cases: cases, names: names, filter: filter, calls: FaultTable.calls)
        if let filter, rows.isEmpty { throw .noRow(filter) }
    }

    /// A trial of some calls.
    package init(
        bootstraps: String, cases: [ReplayCase], names: NameServer?, filter: String? = nil, calls: [FaultyCall]
    ) {
        self.bootstraps = bootstraps
        self.cases = Dictionary(cases.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        self.names = names
        rows = calls.flatMap { $0.rows(isNamed: names != nil) }.filter { row in
            filter.map { row.title.localizedCaseInsensitiveContains($0) } ?? true
        }
    }

    /// Tries the rows.
    ///
    /// - Parameter report: gets the results in the order of the rows.
    /// - Throws: `FaultsError`, and what a replay throws.
    package func run(_ report: @escaping @Sendable (FaultResult) -> Void) async throws {
        let certificates = try ServerCertificates()
        let agenda = FaultAgenda(rows)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(Self.lanes, (rows.count + Self.rowsOfLane - 1) / Self.rowsOfLane) {
                group.addTask {
                    let lane = try await FaultLane(bootstraps: bootstraps, certificates, names)
                    while let (index, row) = agenda.next() {
                        agenda.finish(index, try await lane.run(row, cases), report)
                    }
                    await lane.stop()
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Hands out rows, and reports their results in the order of the rows.
private final class FaultAgenda: Sendable {
    private let rows: [FaultRow]
    private let state = Mutex((handedOut: 0, reported: 0, waiting: [Int: FaultResult]()))

    init(_ rows: [FaultRow]) { self.rows = rows }

    /// The next row with its number; nil if all are handed out.
    func next() -> (Int, FaultRow)? {
        state.withLock { state in
            guard state.handedOut < rows.count else { return nil }
            defer { state.handedOut += 1 }
            return (state.handedOut, rows[state.handedOut])
        }
    }

    /// Reports a row's result once those before it are reported.
    func finish(_ index: Int, _ result: FaultResult, _ report: (FaultResult) -> Void) {
        state.withLock { state in
            state.waiting[index] = result
            while let result = state.waiting.removeValue(forKey: state.reported) {
                report(result)
                state.reported += 1
            }
        }
    }
}
#endif

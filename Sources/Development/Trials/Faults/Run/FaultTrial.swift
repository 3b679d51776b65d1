#if os(Linux)
package import Replay

/// Tries the faults of every service that the functions call, with the real functions.
package struct FaultTrial: Sendable {
    private let bootstraps: String
    private let cases: [String: ReplayCase]
    private let rows: [FaultRow]

    /// A trial.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - cases: the sample events.
    ///   - filter: a piece of the titles of the rows to try; nil for all.
    /// - Throws: `TrialError.request` if no row has that piece.
    package init(
        bootstraps: String, cases: [ReplayCase], filter: String? = nil, calls: [FaultyCall] = FaultTable.calls
    ) throws(TrialError) {
        self.bootstraps = bootstraps
        self.cases = Dictionary(cases.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        rows = calls.flatMap(\.rows).filter { row in
            filter.map { row.title.lowercased().contains($0.lowercased()) } ?? true
        }
        guard !rows.isEmpty else { throw .request("no row has \(filter ?? "") in its name") }
    }

    /// The width of the rows' titles.
    package var width: Int { rows.map(\.title.count).max() ?? 0 }

    /// Tries the rows.
    ///
    /// - Parameter report: gets the results in the order of the rows.
    /// - Throws: `TrialError`, and what a replay throws.
    package func run(_ report: @escaping @Sendable (FaultResult) -> Void) async throws -> [FaultResult] {
        let certificates = try TrialCertificates()
        // Most of their time is waiting. Fewer than sixteen rows are not worth another lane.
        let lanes = min(8, (rows.count + 15) / 16)
        return try await Agenda.run(rows, lanes: lanes, report) { agenda in
            let lane = try await FaultLane(bootstraps: bootstraps, certificates)
            try await agenda.each { try await lane.run($0, cases) }
            await lane.stop()
        }
    }
}
#endif

#if os(Linux)
internal import Foundation

/// The table of results for people: columns of plain text.
package struct FaultReport: Sendable {
    private let width: Int

    /// A report whose first column is wide enough for these rows.
    package init(rows: [FaultRow]) { width = rows.map(\.title.count).max() ?? 0 }

    /// The line above the columns.
    package var heading: String { "        " + padded("FAULT") + "      TIME  OUTCOME" }

    /// A row's line, and below it what is not as it must be.
    package func line(_ result: FaultResult) -> String {
        let mark = result.deviations.isEmpty ? "ok      " : "DIFFERS "
        let time = String(format: "%5.0f ms", result.time / .milliseconds(1))
        let line = mark + padded(result.row.title) + "  \(time)  \(result.outcome)"
        return ([line] + result.deviations.map { "          " + $0 }).joined(separator: "\n")
    }

    private func padded(_ text: String) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}
#endif

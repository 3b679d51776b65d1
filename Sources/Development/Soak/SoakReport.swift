#if os(Linux)
internal import Foundation

/// The figures for people: plain text.
package struct SoakReport: Sendable {
    private let judgesTime: Bool

    /// A report.
    ///
    /// - Parameter judgesTime: whether slower answers count.
    package init(judgesTime: Bool) { self.judgesTime = judgesTime }

    /// The figures of a subject, tenth by tenth, and what is not as it must be.
    package func text(_ result: SoakResult) -> String {
        let deviations = result.deviations(judgesTime: judgesTime)
        let rows: [(String, (SoakTenth) -> String)] = [
            ("memory, MB", { String(format: "%8.2f", Double($0.memory) / 1e6) }),
            ("open files", { String(format: "%8d", $0.descriptors) }),
            ("median, ms", { String(format: "%8.2f", $0.median / .milliseconds(1)) }),
            ("99 %, ms  ", { String(format: "%8.2f", $0.slowest / .milliseconds(1)) }),
        ]
        let lines = rows.map { name, figure in "    \(name) " + result.tenths.map(figure).joined() }
        let heading = "\(deviations.isEmpty ? "ok      " : "DIFFERS ")\(result.title): \(result.events) events"
        return ([heading] + lines + deviations.map { "    " + $0 }).joined(separator: "\n")
    }
}
#endif

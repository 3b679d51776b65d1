private import Foundation

/// The table of the first answers over HTTPS, and their limits.
package struct ColdReport: Sendable {
    private let loopStart: Double
    private let loop: ColdFigures
    private let functions: [ColdFigures]

    /// The highest processor time with all roots, as a multiple of that with one.
    package static let rootsFactor = 1.3
    /// The highest processor time with all roots, as a multiple of the bare loop's start: 12 ms where it takes 2 ms.
    package static let startFactor = 6.0

    /// A report.
    /// - Parameters:
    ///   - loopStart: how long the bare loop takes to start, in milliseconds.
    ///   - loop: the bare loop, with libcurl's ordinary trust store.
    package init(loopStart: Double, loop: ColdFigures, functions: [ColdFigures]) {
        (self.loopStart, self.loop, self.functions) = (loopStart, loop, functions)
    }

    /// Whether every function is within both limits.
    package var isMet: Bool { functions.allSatisfy { function in limits(of: function).allSatisfy(\.isMet) } }

    /// The medians, then each limit.
    package var text: String {
        var lines = [
            "Processor time from the start of the process to its first answer, which takes a call over HTTPS",
            row("", "all roots", "one root", "of it after the event"),
        ]
        lines += ([loop] + functions).map { row($0.name, time($0.allRoots), time($0.oneRoot), time($0.event)) }
        lines.append("")
        for function in functions {
            for limit in limits(of: function) {
                lines.append(
                    padded(function.name, 34) + padded(limit.quantity, 25)
                        + String(format: "%8.2f   at most %4.1f   ", limit.measured ?? 0, limit.limit)
                        + (limit.isMet ? "pass" : "FAIL"))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func limits(of figures: ColdFigures) -> [BenchRequirement.Outcome] {
        [
            .init(
                quantity: "all roots, x one root", measured: figures.allRoots / figures.oneRoot,
                limit: Self.rootsFactor),
            .init(
                quantity: "all roots, x bare start", measured: figures.allRoots / loopStart, limit: Self.startFactor),
        ]
    }

    private func time(_ value: Double) -> String { String(format: "%.2f ms", value) }

    private func row(_ name: String, _ cells: String...) -> String {
        padded(name, 34) + cells.map { String(repeating: " ", count: max(0, 24 - $0.count)) + $0 }.joined()
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

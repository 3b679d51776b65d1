private import Foundation

/// The table that a benchmark prints.
package struct BenchReport: Sendable {
    private let loop: BenchFigures
    private let functions: [(figures: BenchFigures, requirement: BenchRequirement?)]

    /// A report that compares functions with the bare loop of the same run.
    package init(loop: BenchFigures, functions: [(figures: BenchFigures, requirement: BenchRequirement?)]) {
        self.loop = loop
        self.functions = functions
    }

    /// How long the bare loop takes to start, in milliseconds.
    package var loopStart: Double { loop.start }

    /// Whether every function is within all its limits.
    package var isMet: Bool {
        functions.allSatisfy { function in
            function.requirement?.outcomes(of: function.figures, beside: loop).allSatisfy(\.isMet) ?? true
        }
    }

    /// The medians with their ratios to the bare loop's, then each limit.
    package var text: String {
        var lines = [
            row("", ["start", "round trip", "CPU per event", "peak memory", "zip"]),
            row(loop),
        ]
        lines += functions.map { row($0.figures) }
        lines.append("")
        for (figures, requirement) in functions {
            guard let requirement else { continue }
            for outcome in requirement.outcomes(of: figures, beside: loop) {
                let measured = outcome.measured.map { number($0, 2) } ?? "not measured"
                lines.append(
                    padded(figures.name, 26) + padded(outcome.quantity, 25) + padded(measured, 13, toRight: true)
                        + "   at most \(padded(number(outcome.limit, 1), 4, toRight: true))   "
                        + (outcome.isMet ? "pass" : "FAIL"))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ figures: BenchFigures) -> String {
        row(
            figures.name,
            [
                number(figures.start, 2) + " ms" + ratio(figures.start, loop.start),
                number(figures.roundTrip, 1) + " us" + ratio(figures.roundTrip, loop.roundTrip),
                number(figures.processor, 1) + " us" + ratio(figures.processor, loop.processor),
                number(figures.memory, 2) + " MB" + ratio(figures.memory, loop.memory),
                figures.zip.map { number($0, 2) + " MB" } ?? "-",
            ])
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        padded(name, 24) + cells.map { padded($0, 16, toRight: true) }.joined()
    }

    private func ratio(_ value: Double, _ base: Double) -> String {
        " " + padded(number(value / base, 2) + "x", 5, toRight: true)
    }

    private func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    private func padded(_ text: String, _ width: Int, toRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return toRight ? space + text : text + space
    }
}

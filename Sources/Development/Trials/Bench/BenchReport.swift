internal import Essentials

/// A table that a benchmark prints: what was measured of each program, then each limit.
package struct BenchReport: Sendable {
    /// A program's figures and limits.
    package typealias Row = (name: String, figures: BenchFigures, limits: [BenchLimit])

    private let title: String?
    private let columns: [BenchQuantity]
    private let rows: [Row]

    /// A report whose first row is the bare loop's.
    ///
    /// - Parameter title: the line above the table; with it, figures stand without their ratios to the bare loop's.
    package init(title: String? = nil, _ columns: [BenchQuantity], _ rows: [Row]) {
        (self.title, self.columns, self.rows) = (title, columns, rows)
    }

    /// What was measured of the bare loop.
    package var loop: BenchFigures { rows.first?.figures ?? [:] }

    /// Whether every function is within all its limits.
    package var isMet: Bool { rows.flatMap(\.limits).allSatisfy(\.isMet) }

    /// The table, and the limits below it.
    package var text: String {
        let table = rows.map { row in line(row.name, columns.map { cell($0, row.figures) }) }
        let limits = rows.flatMap { row in row.limits.map { row.name.padded(34) + $0.line } }
        let lines = [title].compactMap(\.self) + [line("", columns.map(\.rawValue))] + table + [""] + limits
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ cells: [String]) -> String {
        name.padded(34) + cells.map { $0.padded(title == nil ? 17 : 24, toRight: true) }.joined()
    }

    private func cell(_ quantity: BenchQuantity, _ figures: BenchFigures) -> String {
        let text = quantity.text(figures[quantity])
        guard title == nil, let figure = figures[quantity], let base = loop[quantity] else { return text }
        return text + " " + ((figure / base).text(2) + "x").padded(6, toRight: true)
    }
}

import Foundation
import Testing

/// The tables of `docs/cost.md`.
struct CostPage {
    /// The cells of each row after the first, by the text of the first.
    private let rows: [String: [String]]
    /// The whole text.
    let text: String

    init() throws {
        text = try Self.file("docs/cost.md")
        var rows: [String: [String]] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            // Of a row that stands in two tables, neither counts.
            rows[cells[0]] = rows[cells[0]] == nil ? Array(cells.dropFirst()) : []
        }
        self.rows = rows
    }

    /// The text of a file of this package.
    private static func file(_ path: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../..")
        return try String(contentsOf: package.appending(path: path).standardizedFileURL, encoding: .utf8)
    }

    /// The lines of a function in the template.
    static func template(of function: String) throws -> [Substring] {
        let lines = try file("template.yaml").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "  \(function):"))
        return Array(lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix("   ") || $0.hasPrefix("  #") })
    }

    /// The cells of a row, one for each journey.
    func row(_ name: String) throws -> [String] {
        let cells = try #require(rows[name], "there is no row \(name)")
        #expect(cells.count == CountedJourney.allCases.count, "\(name)")
        return cells
    }

    /// The numbers of a row.
    func numbers(_ name: String) throws -> [Double] {
        try row(name).map { try #require(Double($0.replacing(",", with: "").replacing("$", with: ""))) }
    }

    /// A price of the table of prices.
    func price(_ name: String) throws -> Double {
        let cells = try #require(rows[name], "there is no row \(name)")
        let number = try #require(cells.first).prefix { $0 != " " }.dropFirst()
        return try #require(Double(number))
    }

    /// All prices.
    func prices() throws -> Prices {
        Prices(
            lambdaCalls: try price("Lambda call"), gigabyteSecond: try price("Lambda time, x86_64"),
            readUnits: try price("DynamoDB read unit"), writeUnits: try price("DynamoDB write unit"),
            mails: try price("mail"), logGigabyte: try price("log line"), httpAPICalls: try price("HTTP API call"))
    }
}

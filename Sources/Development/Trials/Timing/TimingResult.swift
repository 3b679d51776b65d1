internal import Essentials

/// The times of one kind of users beside those of unknown names, in milliseconds.
package struct TimingResult: Sendable {
    /// What was measured.
    package let title: String
    private let known: [Double]
    private let unknown: [Double]

    /// The areas that pass.
    static let limits = 0.4...0.6

    /// A result; both lists hold a time.
    package init(_ title: String, known: [Double], unknown: [Double]) {
        (self.title, self.known, self.unknown) = (title, known.sorted(), unknown.sorted())
    }

    /// The area under the ROC curve: how likely it is that a time of the users is longer than one of the unknown names.
    /// At 0.5 the two cannot be told apart.
    package var area: Double {
        let wins = known.reduce(0.0) { sum, time in
            unknown.reduce(sum) { $0 + ($1 < time ? 1 : $1 == time ? 0.5 : 0) }
        }
        return wins / Double(known.count * unknown.count)
    }

    /// Whether the area is within the limits.
    package var isMet: Bool { Self.limits ~= area }

    /// The result in one line.
    package var line: String {
        let texts = [known, unknown].map { times in
            [0.05, 0.5, 0.95].map { times[Int(Double(times.count - 1) * $0)].text(1) }.joined(separator: " ")
        }
        return "\(isMet ? "ok  " : "FAIL") \(area.text(3))  \(title): \(texts[0]), unknown \(texts[1])"
    }
}

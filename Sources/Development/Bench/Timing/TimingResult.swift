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
        self.title = title
        self.known = known.sorted()
        self.unknown = unknown.sorted()
    }

    /// The area under the ROC curve: how likely it is that a time of the users is longer than one of the unknown names.
    /// Nobody can tell them apart at 0.5.
    package var area: Double {
        let wins = known.reduce(0.0) { sum, time in
            let (shorter, notLonger) = (Self.count(of: unknown) { $0 < time }, Self.count(of: unknown) { $0 <= time })
            return sum + Double(shorter + notLonger) / 2
        }
        return wins / Double(known.count * unknown.count)
    }

    /// Whether the area is within the limits.
    package var isMet: Bool { Self.limits ~= area }

    /// The result in one line.
    package var line: String {
        let texts = [known, unknown].map { times in
            [0.05, 0.5, 0.95].map { Self.text(times[Int(Double(times.count - 1) * $0)], 1) }.joined(separator: " ")
        }
        return "\(isMet ? "ok  " : "FAIL") \(Self.text(area, 3))  \(title): \(texts[0]), unknown \(texts[1])"
    }

    /// How many times in front of a sorted list meet a condition.
    private static func count(of times: [Double], where isMet: (Double) -> Bool) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if isMet(times[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func text(_ number: Double, _ digits: Int) -> String {
        let factor = (0..<digits).reduce(1) { factor, _ in factor * 10 }
        let rounded = Int((number * Double(factor)).rounded())
        let fraction = String(rounded % factor)
        return "\(rounded / factor)." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    }
}

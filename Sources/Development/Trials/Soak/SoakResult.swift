internal import Essentials

/// What a process did in a run.
package struct SoakResult: Sendable {
    /// The title of the subject.
    package let title: String
    /// How many events the process got.
    package let events: Int
    /// The tenths of the run, in order.
    package let tenths: [SoakTenth]
    /// The events that were not decided as their cases expect, and how.
    private let differences: [String]

    /// How much more memory the last tenth may use than the second: what an allocator keeps varies. It is less than a
    /// byte for each event of a long run.
    private static let memoryMargin = 1 << 20
    /// How many more open files the last tenth may have than the second: libcurl keeps up to five connections, and may
    /// find a use for one of them late.
    private static let openFilesMargin = 4
    /// How much slower the last tenth may be than the second. A shared machine varies.
    private static let timeFactor = 3.0
    private static let timeMargin = Duration.milliseconds(1)

    /// A result.
    package init(title: String, events: Int, tenths: [SoakTenth], differences: [String] = []) {
        (self.title, self.events, self.tenths, self.differences) = (title, events, tenths, differences)
    }

    /// What is not as it must be; empty if everything is.
    ///
    /// - Parameter judgesTime: whether slower answers count.
    package func deviations(judgesTime: Bool) -> [String] {
        var deviations: [String] = []
        // In the first tenth the process still takes what it needs.
        guard tenths.count == 10, let last = tenths.last, case let early = tenths[1] else { return ["no ten parts"] }
        if last.memory > early.memory + Self.memoryMargin {
            deviations.append("memory grew from \(early.memory) to \(last.memory) bytes")
        }
        if last.openFiles > early.openFiles + Self.openFilesMargin {
            deviations.append("open files grew from \(early.openFiles) to \(last.openFiles)")
        }
        if judgesTime, last.median > early.median * Self.timeFactor + Self.timeMargin {
            deviations.append("the median time grew from \(early.median) to \(last.median)")
        }
        if let first = differences.first { deviations.append("\(differences.count) wrong decisions, such as \(first)") }
        return deviations
    }

    /// The figures, tenth by tenth, and what is not as it must be.
    package func text(judgesTime: Bool) -> String {
        let deviations = deviations(judgesTime: judgesTime)
        let rows: [(String, (SoakTenth) -> String)] = [
            ("memory, MB", { (Double($0.memory) / 1e6).text(2) }), ("open files", { String($0.openFiles) }),
            ("median, ms", { $0.median.milliseconds.text(2) }), ("99 %, ms", { $0.slowest.milliseconds.text(2) }),
        ]
        let lines = rows.map { name, cell in
            "    " + name.padded(11) + tenths.map { cell($0).padded(8, toRight: true) }.joined()
        }
        let heading = "\(deviations.isEmpty ? "ok      " : "DIFFERS ")\(title): \(events) events"
        return ([heading] + lines + deviations.map { "    " + $0 }).joined(separator: "\n")
    }
}

/// The figures of one tenth of a run.
package struct SoakTenth: Sendable {
    /// The memory in use at its end, in bytes.
    package let memory: Int
    /// The number of open files at its end.
    package let openFiles: Int
    /// The round trip that half of the events did not exceed.
    package let median: Duration
    /// The round trip that 99 of 100 events did not exceed.
    let slowest: Duration

    /// The figures at its end, and the round trips of at least one event.
    package init(memory: Int, openFiles: Int, times: [Duration]) {
        (self.memory, self.openFiles) = (memory, openFiles)
        let sorted = times.sorted()
        (median, slowest) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    }
}

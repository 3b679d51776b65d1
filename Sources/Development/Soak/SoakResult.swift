#if os(Linux)
/// What a process did in a run.
package struct SoakResult: Sendable {
    /// The title of the subject.
    package let title: String
    /// How many events the process got.
    package let events: Int
    /// The tenths of the run, in order.
    package let tenths: [SoakTenth]
    /// The events that were not decided as their cases expect, and how.
    package let differences: [String]

    /// How much more memory the last tenth may use than the second: what an allocator keeps varies. It is less than a
    /// byte for each event of a long run.
    private static let memoryMargin = 1 << 20
    /// How many more open files the last tenth may have than the second: libcurl keeps up to five connections, and may
    /// find a use for one of them late.
    private static let descriptorMargin = 4
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
        if last.descriptors > early.descriptors + Self.descriptorMargin {
            deviations.append("open files grew from \(early.descriptors) to \(last.descriptors)")
        }
        if judgesTime, last.median > early.median * Self.timeFactor + Self.timeMargin {
            deviations.append("the median time grew from \(early.median) to \(last.median)")
        }
        if let first = differences.first { deviations.append("\(differences.count) wrong decisions, such as \(first)") }
        return deviations
    }
}
#endif

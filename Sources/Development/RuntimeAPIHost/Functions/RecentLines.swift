/// The last lines of a log, and how many there have been, so that a process that runs for long does not fill the
/// memory.
struct RecentLines: Sendable {
    /// How many lines are kept.
    static let limit = 10_000
    private(set) var lines: [String] = []
    /// How many lines there have been.
    private(set) var count = 0

    /// Adds the lines that come next.
    mutating func append(_ more: [String]) {
        lines += more
        count += more.count
        lines.removeFirst(max(0, lines.count - Self.limit))
    }

    /// Adds a log that comes next.
    mutating func append(_ more: RecentLines) {
        let dropped = more.count - more.lines.count
        append(more.lines)
        count += dropped
    }

    /// The lines after the first ones, as far as they are kept.
    func lines(after first: Int) -> [String] { Array(lines.suffix(max(0, count - first))) }
}

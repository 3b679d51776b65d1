/// How long calls of a provider took, in milliseconds, as functions measured them. It answered after 60 to 120 ms.
struct RecordedDurations {
    /// The calls of new processes, in order: the first has a new connection.
    static let cold: [[Int64]] = [[104, 97, 118], [71, 90, 64], [122, 119, 121]]
    /// The calls of a process that has a connection.
    static let warm: [Int64] = [91, 64, 112, 77, 119, 103, 84, 68, 97, 120, 61, 109]

    private let durations: [Int64]
    private var count = 0

    init(_ durations: [Int64]) { self.durations = durations }

    /// The duration of the next call.
    mutating func next() -> Int64 {
        defer { count += 1 }
        return durations[count % durations.count]
    }
}

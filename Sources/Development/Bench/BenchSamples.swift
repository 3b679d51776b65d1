/// What has been measured of one program.
package struct BenchSamples: Sendable {
    /// From before its start to its first request read, in milliseconds; one for each start.
    package var starts: [Double] = []
    /// From an event written to its answer read, in microseconds; the median of each run.
    package var roundTrips: [Double] = []
    /// The processor time of an event, in microseconds; the mean of each run.
    package var processor: [Double] = []
    /// The peak of the resident memory, in megabytes; one for each run.
    package var memory: [Double] = []

    /// Nothing measured yet.
    package init() {}
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle; nil when there is none.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// The measured values of one program.
package struct BenchSamples: Sendable {
    /// The time from starting the program until its first request is read, in milliseconds; one value for each start.
    package var starts: [Double] = []
    /// The time from writing an event until its answer is read, in microseconds; the median of each run.
    package var roundTrips: [Double] = []
    /// The processor time of one event, in microseconds; the mean of each run.
    package var processor: [Double] = []
    /// The peak resident memory, in megabytes; one value for each run.
    package var memory: [Double] = []

    /// Samples without any values.
    package init() {}
}

extension [Double] {
    /// The middle value, or the mean of the two middle values; nil for an empty array.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

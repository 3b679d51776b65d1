#if os(Linux)
/// The figures of one tenth of a run.
package struct SoakTenth: Equatable, Sendable {
    /// The memory in use at its end, in bytes.
    package let memory: Int
    /// The number of open files at its end.
    package let descriptors: Int
    /// The round trip that half of the events did not exceed.
    package let median: Duration
    /// The round trip that 99 of 100 events did not exceed.
    package let slowest: Duration

    /// The figures of a tenth.
    package init(memory: Int, descriptors: Int, median: Duration, slowest: Duration) {
        (self.memory, self.descriptors, self.median, self.slowest) = (memory, descriptors, median, slowest)
    }

    init(_ figures: ProcessFigures, times: [Duration]) {
        let sorted = times.sorted()
        self.init(
            memory: figures.memory, descriptors: figures.descriptors, median: sorted[sorted.count / 2],
            slowest: sorted[sorted.count * 99 / 100])
    }
}
#endif

/// How long the last real calls took, in milliseconds, for drawing a delay that looks like one of them.
package final class RecentDurations {
    private var durations: [Int64] = []
    private var oldest = 0

    private static let capacity = 32

    /// No calls yet.
    package init() {}

    /// Remembers one more, forgetting the oldest.
    package func record(_ duration: Int64) {
        if durations.count < Self.capacity {
            durations.append(duration)
        } else {
            durations[oldest] = duration
            oldest = (oldest + 1) % Self.capacity
        }
    }

    /// One of them, chosen by a random byte; before there are any, something between 150 and 405 ms.
    package func draw(_ random: UInt8) -> Int64 {
        durations.isEmpty ? 150 + Int64(random) : durations[Int(random) % durations.count]
    }
}

import Synchronization

/// The clock of a world. It stands still unless the walk moves it.
final class WorldClock: Sendable {
    /// When every walk begins, in milliseconds since 1970: early in an hour of the clock.
    static let start: Int64 = 1_800_000_060_000

    private let time = Mutex(WorldClock.start)

    /// Milliseconds since 1970.
    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

import Synchronization

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    /// The moment at which every test begins, in milliseconds since 1970.
    static let start: Int64 = 1_800_000_000_250
    /// The same in seconds.
    static let second: Int64 = 1_800_000_000

    private let milliseconds = Mutex(TestClock.start)

    var now: Int64 { milliseconds.withLock { $0 } }

    func advance(milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}

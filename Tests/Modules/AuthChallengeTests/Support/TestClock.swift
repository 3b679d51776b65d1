import Synchronization

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    private let milliseconds = Mutex(Sample.start)

    var now: Int64 { milliseconds.withLock { $0 } }

    func advance(milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }
}

import Foundation
import Synchronization

/// A clock that stands still while a function works, so that no deadline comes however busy the machine is. It goes on
/// by a millisecond with each request, and by what a test or a service takes.
final class MovableClock: Sendable {
    private let isMachines: Bool
    private let isStopped = Mutex(false)
    private let time: Mutex<Int64>

    /// Ten minutes after an hour of the clock, so that what is counted for each hour is counted once.
    private static let start: Int64 = 1_780_272_600_000

    /// - Parameter isMachines: whether the time is the machine's, for functions that run as processes.
    init(isMachines: Bool = false) {
        self.isMachines = isMachines
        time = Mutex(isMachines ? 0 : Self.start)
    }

    /// Milliseconds since 1970.
    var now: Int64 {
        time.withLock { $0 } + (isMachines ? Int64(Date().timeIntervalSince1970 * 1_000) : 0)
    }

    /// Lets no time pass from now on but what a test or a service takes.
    func stop() { isStopped.withLock { $0 = true } }

    /// Goes on because a request has been answered.
    func tick() {
        if !isMachines, !isStopped.withLock({ $0 }) { advance(milliseconds: 1) }
    }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }

    func advance(milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

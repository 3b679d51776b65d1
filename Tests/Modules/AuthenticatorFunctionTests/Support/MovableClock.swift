import Foundation
import Synchronization

/// The machine's clock, which a test may stop or move forward.
final class MovableClock: Sendable {
    private let offset: Mutex<Int64>
    private let stopped = Mutex<Int64?>(nil)

    /// - Parameter isMachines: whether the time is the machine's. Otherwise it is early in an hour of the clock, so that
    ///   what is counted for each hour is counted once.
    init(isMachines: Bool = false) {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        offset = Mutex(isMachines ? 0 : 600_000 - now % 3_600_000)
    }

    /// Milliseconds since 1970.
    var now: Int64 {
        (stopped.withLock { $0 } ?? Int64(Date().timeIntervalSince1970 * 1_000)) + offset.withLock { $0 }
    }

    /// Lets no time pass from now on, so that no deadline comes however busy the machine is.
    func stop() {
        let time = Int64(Date().timeIntervalSince1970 * 1_000)
        stopped.withLock { $0 = $0 ?? time }
    }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1_000) }

    func advance(milliseconds: Int64) { offset.withLock { $0 += milliseconds } }
}

package import HTTP
package import LambdaRuntime

/// A value made of secrets that may be replaced while the process runs.
///
/// An ordinary event uses the value as it is. It is read again every five minutes, and at once if something hints that
/// it is out of date, then at most every ten seconds. If that fails, the value known before stays in use.
package final class RotatingSecret<Value> {
    /// The value as it was read last.
    package private(set) var value: Value
    private let read: (Deadline) throws(FunctionError) -> Value
    private let now: @Sendable () -> Int64
    private let log: Log
    private var readAt: Int64
    private var lastAttempt: Int64?

    /// A value that has just been read.
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - read: reads the value again.
    package init(
        _ value: Value, now: @escaping @Sendable () -> Int64, _ log: Log,
        reading read: @escaping (Deadline) throws(FunctionError) -> Value
    ) {
        self.value = value
        self.read = read
        self.now = now
        self.log = log
        readAt = now()
    }

    /// The value, read again first if that was long ago.
    package func current(by deadline: Deadline) -> Value {
        if hasPassed(RotatingSecretTimes.interval, since: readAt) { renew(by: deadline) }
        return value
    }

    /// Reads the value again because it may be out of date.
    /// - Returns: whether it has been read; false too if the last attempt was too recent.
    @discardableResult
    package func renew(by deadline: Deadline) -> Bool {
        guard lastAttempt.map({ hasPassed(RotatingSecretTimes.shortestInterval, since: $0) }) ?? true else {
            return false
        }
        (readAt, lastAttempt) = (now(), now())
        do throws(FunctionError) {
            value = try read(Deadline(min(deadline.end, now() + RotatingSecretTimes.limit), now: now))
            return true
        } catch {
            log(.warn, "a secret cannot be read again, so the one known before stays in use: \(error.detail)")
            return false
        }
    }

    /// Whether a time has passed since a moment; also if the moment is in the future, because the clock was set back.
    private func hasPassed(_ time: Int64, since moment: Int64) -> Bool { !(0..<time ~= now() - moment) }
}

extension RotatingSecret where Value: Equatable {
    /// Another value in place of the present one, which a service has refused; nil if there is none, or if the last
    /// attempt to read it was too recent.
    package func replacement(by deadline: Deadline) -> Value? {
        let refused = value
        renew(by: deadline)
        return value != refused ? value : nil
    }
}

/// In milliseconds. A generic type cannot hold them.
private enum RotatingSecretTimes {
    static let interval: Int64 = 300_000
    static let shortestInterval: Int64 = 10_000
    /// The longest time for reading again: the event needs the rest.
    static let limit: Int64 = 1_000
}

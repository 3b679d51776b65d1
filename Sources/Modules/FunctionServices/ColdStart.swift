/// The start of the function's process. Cognito has been waiting for the first answer since before the process began,
/// so the start has already used up part of the time when the first event arrives.
final class ColdStart {
    /// When the process began, in milliseconds since 1970.
    let began: Int64
    private var ready: Int64?

    /// If the first event comes later than this after the start, in milliseconds, it did not wait for the start: the
    /// process was started in advance.
    private static let gap: Int64 = 250

    init(began: Int64) { self.began = began }

    /// Notes that the function can take events from now on.
    func markReady(at now: Int64) { ready = now }

    /// Notes a new invocation. Only the first after the start can have waited for the start.
    /// - Returns: the moment since which the caller has been waiting.
    func beginInvocation(at now: Int64) -> Int64 {
        defer { ready = nil }
        guard let ready, now - ready <= Self.gap else { return now }
        return began
    }
}

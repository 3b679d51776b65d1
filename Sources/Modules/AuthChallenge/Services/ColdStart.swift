/// The start of the function's process. Cognito waits for the first event from before the process began, so the time
/// that the start took is gone when that event arrives.
final class ColdStart {
    /// When the process began, in milliseconds since 1970.
    let began: Int64
    private var ready: Int64?

    /// A first event that comes later than this after the start, in milliseconds, is not one that waited for it: the
    /// process was started in advance.
    private static let gap: Int64 = 250

    init(began: Int64) { self.began = began }

    /// Notes that the function can take events from now on.
    func becameReady(at now: Int64) { ready = now }

    /// Since when the caller of the invocation that has just arrived has been waiting. Only the first after the start
    /// can have waited for that.
    func waiting(at now: Int64) -> Int64 {
        defer { ready = nil }
        guard let ready, now - ready <= Self.gap else { return now }
        return began
    }
}

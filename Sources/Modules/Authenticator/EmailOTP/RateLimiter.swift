/// Counts what each user does, by a limit. A value: whoever owns it keeps two requests from changing it at once.
struct RateLimiter {
    private let limit: RateLimit
    private let capacity: Int
    private var times: [UserID: [Int64]] = [:]

    init(_ limit: RateLimit, capacity: Int) {
        self.limit = limit
        self.capacity = capacity
    }

    /// Whether a user may do it once more, which is counted. When more users than can be remembered are counted, those
    /// not yet known may not.
    mutating func admit(_ user: UserID, at now: Int64) -> Bool {
        let (limit, start) = (limit, now - limit.seconds)
        if times[user] == nil, times.count >= capacity {
            times = times.filter { ($0.value.last ?? 0) > start }
            guard times.count < capacity else { return false }
        }
        let recent = (times[user] ?? []).filter { $0 > start }
        guard recent.count < limit.count else {
            times[user] = recent
            return false
        }
        times[user] = recent + [now]
        return true
    }
}

/// Limits how often each user may do something. It is a value, so its owner prevents simultaneous changes.
struct RateLimiter {
    private let limit: RateLimit
    private let capacity: Int
    private var times: [UserID: [Int64]] = [:]

    init(_ limit: RateLimit, capacity: Int) {
        self.limit = limit
        self.capacity = capacity
    }

    /// Counts an attempt of a user if the limit allows it, and returns whether it does. When the limiter tracks as many
    /// users as it can hold, it refuses new ones.
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

/// How long keys are cached before they are fetched again, in milliseconds.
enum CacheLifetime {
    private static let standard: Int64 = 600_000
    /// Below the lower bound, every sign-in of a busy function would wait for the provider. Above the upper bound, a
    /// key that the provider has withdrawn would stay accepted for too long.
    private static let bounds: ClosedRange<Int64> = 300_000...3_600_000

    /// The lifetime that a `Cache-Control` header (RFC 9111 section 5.2.2) asks for, within bounds.
    static func of(cacheControl header: String?) -> Int64 {
        var lifetime = standard
        for directive in header?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " }.lowercased() }
            switch (parts.first, parts.count) {
            case ("no-store", 1), ("no-cache", _): return bounds.lowerBound
            case ("max-age", 2):
                let seconds = Int64(parts[1].filter { $0 != "\"" }) ?? 0
                lifetime = min(max(seconds, 0), bounds.upperBound / 1_000) * 1_000
            default: break
            }
        }
        return min(max(lifetime, bounds.lowerBound), bounds.upperBound)
    }
}

/// The moment by which a piece of work must have ended. Each call inside the work gets its own limit from it.
package struct Deadline: Sendable {
    /// Milliseconds since 1970.
    package let end: Int64
    /// When the work began, in milliseconds since 1970.
    package let began: Int64
    private let now: @Sendable () -> Int64

    /// A deadline for work that begins now, read against that clock, in milliseconds since 1970.
    package init(_ end: Int64, now: @escaping @Sendable () -> Int64) {
        // A moment before 1970 has passed as well as 1970 has; the difference to now must not overflow.
        self.end = max(end, 0)
        began = now()
        self.now = now
    }

    /// The time left in milliseconds, at most `limit`.
    /// - Throws: `HTTPError.timedOut` when too little is left to try.
    package func remaining(atMost limit: Int64) throws(HTTPError) -> Int64 {
        let left = end - now()
        guard left >= Self.minimum else { throw .timedOut("no time left for the call") }
        return min(left, limit)
    }

    /// Whether there is time for another call.
    package var allowsAnotherCall: Bool { end - now() >= Self.minimum }

    /// Less than this is not worth a connection, in milliseconds.
    private static let minimum: Int64 = 50
}

/// Carries a request to its server and brings the answer back. The only seam between this product and the network.
package protocol HTTPTransport: AnyObject {
    /// Sends the request and waits for the whole answer, of whatever status.
    /// - Throws: `HTTPError` when there is no complete answer within the request's limits.
    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}

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

    /// The time now, in milliseconds since 1970.
    package var time: Int64 { now() }

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

extension HTTPTransport {
    /// Sends a request within a deadline, and retries once if that is safe: if nothing was sent, or if it is a GET.
    ///
    /// Below this, libcurl repeats a request of any method once by itself when a kept-alive connection turns out to
    /// have been closed before a byte of the answer came: a server that closes an idle connection has not taken the
    /// request. A request that must never be sent twice uses a connection of its own.
    /// - Parameter limit: the longest time for one attempt, in milliseconds.
    package func send(
        _ request: HTTPRequest, by deadline: Deadline, limit: Int64 = 3_000
    ) throws(HTTPError) -> HTTPResponse {
        var request = request
        func attempt() throws(HTTPError) -> HTTPResponse {
            let timeout = try deadline.remaining(atMost: limit)
            request.timeout = timeout
            request.connectTimeout = min(timeout, request.connectTimeout)
            return try send(request)
        }
        do throws(HTTPError) {
            return try attempt()
        } catch {
            let isSafe =
                switch error {
                case .cannotConnect: true
                case .connectionLost: request.method == .get
                case .invalidRequest, .untrusted, .timedOut, .responseTooLarge: false
                }
            guard isSafe, deadline.allowsAnotherCall else { throw error }
            return try attempt()
        }
    }
}

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

internal import FlyingFox

/// Cross-origin access to what belongs to one app. Pages of the origins that may use its passkeys can call it and read
/// the answers.
extension SandboxStack {
    /// Answers a request or its preflight request (Fetch Standard, section "HTTP extensions").
    ///
    /// - Parameters:
    ///   - methods: the methods that pages may use.
    ///   - fields: the response headers that pages may read, in addition to the safelisted ones.
    nonisolated func answer(
        _ request: HTTPRequest, forPagesAsking methods: String, reading fields: String? = nil,
        _ body: (HTTPRequest) async -> HTTPResponse
    ) async -> HTTPResponse {
        let isPreflight = request.method == .OPTIONS
        var response = isPreflight ? HTTPResponse(statusCode: .ok) : await body(request)
        guard let origin = request.headers[HTTPHeader("Origin")], await allowsAccess(from: origin) else {
            return response
        }
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
        response.headers[HTTPHeader("Vary")] = "Origin"
        if isPreflight {
            response.headers[HTTPHeader("Access-Control-Allow-Methods")] = methods
            response.headers[HTTPHeader("Access-Control-Allow-Headers")] = "authorization, content-type"
            response.headers[HTTPHeader("Access-Control-Max-Age")] = "600"
        } else if let fields {
            response.headers[HTTPHeader("Access-Control-Expose-Headers")] = fields
        }
        return response
    }

    private func allowsAccess(from origin: String) -> Bool { origin == url || settings.origins.contains(origin) }
}

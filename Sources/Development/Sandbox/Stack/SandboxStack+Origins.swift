internal import FlyingFox

/// Which web pages may call what belongs to one app, and read the answers: those of the origins where its passkeys may
/// be used.
extension SandboxStack {
    /// Answers a request, or the preflight request that comes before it (Fetch Standard, section "HTTP extensions").
    ///
    /// - Parameters:
    ///   - methods: what pages may ask for.
    ///   - fields: the header fields that pages may read besides those that all may.
    nonisolated func answer(
        _ request: HTTPRequest, forPagesAsking methods: String, reading fields: String? = nil,
        _ body: (HTTPRequest) async -> HTTPResponse
    ) async -> HTTPResponse {
        let isPreflight = request.method == .OPTIONS
        var response = isPreflight ? HTTPResponse(statusCode: .ok) : await body(request)
        guard let origin = request.headers[HTTPHeader("Origin")], await mayReadAnswers(origin) else { return response }
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

    private func mayReadAnswers(_ origin: String) -> Bool { origin == url || settings.origins.contains(origin) }
}

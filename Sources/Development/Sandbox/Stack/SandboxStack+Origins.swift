internal import FlyingFox
internal import JSON
internal import LoopbackServer
internal import Synchronization
internal import WebAuthn

/// Cross-origin access to what belongs to one app. Pages of the origins that may use its passkeys can call it and read
/// the answers.
extension SandboxStack {
    /// Answers a request or its preflight request (Fetch Standard, section "HTTP extensions").
    ///
    /// - Parameters:
    ///   - methods: the methods that pages may use.
    ///   - sent: the request headers that pages may send.
    ///   - fields: the response headers that pages may read, in addition to the safelisted ones.
    nonisolated func answer(
        _ request: HTTPRequest, forPagesAsking methods: String, sending sent: String = "authorization, content-type",
        reading fields: String? = nil,
        _ body: (HTTPRequest) async -> HTTPResponse
    ) async -> HTTPResponse {
        let isPreflight = request.method == .OPTIONS
        var response = isPreflight ? HTTPResponse(statusCode: .ok) : await body(request)
        guard let origin = await allowedOrigin(of: request) else {
            if isPreflight, let text = request.headers[HTTPHeader("Origin")] { report(PasskeyOrigin(text), request) }
            return response
        }
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
        response.headers[HTTPHeader("Vary")] = "Origin"
        if isPreflight {
            response.headers[HTTPHeader("Access-Control-Allow-Methods")] = methods
            response.headers[HTTPHeader("Access-Control-Allow-Headers")] = sent
            response.headers[HTTPHeader("Access-Control-Max-Age")] = "600"
        } else if let fields {
            response.headers[HTTPHeader("Access-Control-Expose-Headers")] = fields
        }
        return response
    }

    /// The origin of the page that sent a request, if it may use the passkeys; otherwise nil.
    nonisolated func allowedOrigin(of request: HTTPRequest) async -> String? {
        guard let origin = request.headers[HTTPHeader("Origin")], await allowsAccess(from: origin) else { return nil }
        return origin
    }

    private func allowsAccess(from origin: String) -> Bool { origin == url || settings.origins.contains(origin) }

    /// Whether a ceremony may take place there.
    func allows(_ origin: PasskeyOrigin) -> Bool {
        (try? passkeyOrigins())?.contains { $0.text == origin.text } ?? false
    }

    /// Reports that the browser will not let a page of the origin make a call.
    private nonisolated func report(_ origin: PasskeyOrigin, _ preflight: HTTPRequest) {
        let method = preflight.headers[HTTPHeader("Access-Control-Request-Method")] ?? "POST"
        var event = TimelineEvent(.authenticator, "\(method) \(preflight.target.path())")
        event.isFailure = true
        event.outcome = PasskeyOrigin.refusal
        let isForIssuer = ["passkey", "oauth", "me", ".well-known"].contains(preflight.rawSegments.first ?? "")
        event.detail = JSONWriter.object { detail in
            detail.member("api", isForIssuer ? "issuer" : "client")
            detail.member("advice", origin.advice)
        }
        timeline.record(event)
        tell(origin.advice)
    }

    /// Prints an advice, unless it was printed before.
    nonisolated func tell(_ advice: String) {
        guard told.withLock({ $0.insert(advice).inserted }) else { return }
        console(advice)
    }
}

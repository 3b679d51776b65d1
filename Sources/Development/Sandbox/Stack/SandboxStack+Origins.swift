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
        _ request: LoopbackRequest, forPagesAsking methods: String,
        sending sent: String = "authorization, content-type",
        reading fields: String? = nil,
        _ body: (LoopbackRequest) async -> LoopbackResponse
    ) async -> LoopbackResponse {
        let isPreflight = request.method == "OPTIONS"
        var response = isPreflight ? LoopbackResponse() : await body(request)
        guard let origin = await allowedOrigin(of: request) else {
            if isPreflight, let text = request.header("Origin") { report(PasskeyOrigin(text), request) }
            return response
        }
        response.headers["access-control-allow-origin"] = origin
        response.headers["vary"] = "Origin"
        if isPreflight {
            response.headers["access-control-allow-methods"] = methods
            response.headers["access-control-allow-headers"] = sent
            response.headers["access-control-max-age"] = "600"
        } else if let fields {
            response.headers["access-control-expose-headers"] = fields
        }
        return response
    }

    /// The origin of the page that sent a request, if it may use the passkeys; otherwise nil.
    nonisolated func allowedOrigin(of request: LoopbackRequest) async -> String? {
        guard let origin = request.header("Origin"), await allowsAccess(from: origin) else { return nil }
        return origin
    }

    private func allowsAccess(from origin: String) -> Bool { origin == url || settings.origins.contains(origin) }

    /// Whether a ceremony may take place there.
    func allows(_ origin: PasskeyOrigin) -> Bool {
        (try? passkeyOrigins())?.contains { $0.text == origin.text } ?? false
    }

    /// Reports that the browser will not let a page of the origin make a call.
    private nonisolated func report(_ origin: PasskeyOrigin, _ preflight: LoopbackRequest) {
        let method = preflight.header("Access-Control-Request-Method") ?? "POST"
        var event = TimelineEvent(.authenticator, "\(method) \(preflight.path)")
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

internal import LoopbackServer

/// The files of the web page, and the web client that it uses. No other file can be requested.
enum PageFiles {
    /// Answers a request for a file; `/` means `index.html`.
    static func respond(to request: LoopbackRequest) -> LoopbackResponse {
        guard request.method == "GET" else { return LoopbackResponse(405) }
        let path = String(request.path.dropFirst())
        if path.isEmpty, let host = request.header("Host"), host.hasPrefix("127.0.0.1") {
            // Passkeys need a domain name, so the IP address redirects to one.
            let location = "http://localhost" + host.dropFirst("127.0.0.1".count) + "/"
            return LoopbackResponse(307, headers: ["location": location])
        }
        guard let file = contents[path.isEmpty ? "index.html" : path] else { return LoopbackResponse(404) }
        return LoopbackResponse(
            headers: [
                "cache-control": "no-cache",
                "content-security-policy": contentSecurityPolicy,
                "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
            ], body: file, contentType: contentType(path))
    }

    /// Allows nothing from other origins, no inline script and no frame around the page.
    private static let contentSecurityPolicy =
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"

    private static func contentType(_ path: String) -> String {
        switch path.split(separator: ".").last {
        case nil, "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        default: "application/octet-stream"
        }
    }
}

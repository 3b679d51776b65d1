internal import Foundation
internal import LoopbackServer

/// The files of the web page, and the web client that it uses. They are read once, so that no other file can be
/// requested.
struct PageFiles: Sendable {
    private let files: [String: [UInt8]]

    /// Reads the bundled page.
    ///
    /// - Throws: `SandboxError.fileMissing` if its files are not beside the program.
    init() throws(SandboxError) {
        guard let folder = Bundle.module.url(forResource: "Page", withExtension: nil),
            let paths = FileManager.default.enumerator(atPath: folder.path)
        else { throw .fileMissing("the files of the web page are missing from the build folder") }
        var files: [String: [UInt8]] = [:]
        for case let path as String in paths {
            files[path] = (try? Data(contentsOf: folder.appending(path: path))).map { [UInt8]($0) }
        }
        files["authenticator.js"] = PackageResources.authenticator_js
        self.files = files
    }

    /// Answers a request for a file; `/` means `index.html`.
    func respond(to request: LoopbackRequest) -> LoopbackResponse {
        guard request.method == "GET" else { return LoopbackResponse(405) }
        let path = String(request.path.dropFirst())
        if path.isEmpty, let host = request.header("Host"), host.hasPrefix("127.0.0.1") {
            // Passkeys need a domain name, so the IP address redirects to one.
            let location = "http://localhost" + host.dropFirst("127.0.0.1".count) + "/"
            return LoopbackResponse(307, headers: ["location": location])
        }
        guard let file = files[path.isEmpty ? "index.html" : path] else { return LoopbackResponse(404) }
        return LoopbackResponse(
            headers: [
                "cache-control": "no-cache",
                "content-security-policy": Self.contentSecurityPolicy,
                "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
            ], body: file, contentType: Self.contentType(path))
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

internal import FlyingFox
internal import Foundation

/// The files of the web page, and the web client that it uses. They are read once, so that no other file can be
/// requested.
struct PageFiles: Sendable {
    private let files: [String: Data]

    /// Reads the bundled page.
    ///
    /// - Throws: `SandboxError.fileMissing` if its files are not beside the program.
    init() throws(SandboxError) {
        guard let folder = Bundle.module.url(forResource: "Page", withExtension: nil),
            let paths = FileManager.default.enumerator(atPath: folder.path)
        else { throw .fileMissing("the files of the web page are missing from the build folder") }
        var files: [String: Data] = [:]
        for case let path as String in paths {
            files[path] = try? Data(contentsOf: folder.appending(path: path))
        }
        files["authenticator.js"] = Data(PackageResources.authenticator_js)
        self.files = files
    }

    /// Answers a request for a file; `/` means `index.html`.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == .GET else { return HTTPResponse(statusCode: .methodNotAllowed) }
        let path = String(request.target.path().dropFirst())
        if path.isEmpty, let host = request.headers[.host], host.hasPrefix("127.0.0.1") {
            // Passkeys need a domain name, so the IP address redirects to one.
            let location = "http://localhost" + host.dropFirst("127.0.0.1".count) + "/"
            return HTTPResponse(statusCode: .temporaryRedirect, headers: [.location: location], body: Data())
        }
        guard let file = files[path.isEmpty ? "index.html" : path] else { return HTTPResponse(statusCode: .notFound) }
        return HTTPResponse(
            statusCode: .ok,
            headers: [
                .contentType: Self.contentType(path), .cacheControl: "no-cache",
                HTTPHeader("Content-Security-Policy"): Self.contentSecurityPolicy,
                HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
            ], body: file)
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

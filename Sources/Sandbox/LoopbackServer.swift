internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// An HTTP server on 127.0.0.1, at a port that the system chooses.
struct LoopbackServer: Sendable {
    typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// The port it listens at.
    let port: UInt16
    private let server: HTTPServer

    /// Longer than any run: FlyingFox answers 500 for a handler that takes longer, and `/next` waits for an event
    /// without limit.
    private static let noTimeout: TimeInterval = 365 * 24 * 3600

    /// Starts a server that leaves every request to one handler, which routes on the raw target: `path` is
    /// percent-decoded.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    init(_ handler: @escaping Handler) async throws(SandboxError) {
        _ = Self.ignoreBrokenPipes
        do {
            server = HTTPServer(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: Self.noTimeout,
                pool: LoopbackSocketPool(base: HTTPServer.defaultPool()), logger: .disabled,
                handler: ClosureHTTPHandler { request in await handler(request) })
            Task { [server] in try await server.run() }
            try await server.waitUntilListening(timeout: 30)
        } catch {
            throw .serverNotStarted("\(error)")
        }
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw .serverNotStarted("it has no address")
        }
        self.port = port
    }

    /// Closes the port and every connection.
    func stop() async { await server.stop() }

    /// FlyingFox writes to sockets whose peer may be gone, which would end this process with SIGPIPE.
    private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()
}

extension HTTPRequest {
    /// The segments of the path, still percent-encoded.
    var rawSegments: [Substring] { target.path().split(separator: "/", omittingEmptySubsequences: true) }
}

extension HTTPResponse {
    /// A JSON body under a status code.
    init(json body: [UInt8], status: HTTPStatusCode = .ok) {
        self.init(statusCode: status, headers: [.contentType: "application/json"], body: Data(body))
    }
}

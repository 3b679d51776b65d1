package import FlyingFox
internal import FlyingSocks
internal import Foundation

/// An HTTP server, on 127.0.0.1 unless another address is named.
package struct LoopbackHTTPServer: Sendable {
    /// Answers a request.
    package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// The port it listens on.
    package let port: UInt16
    private let server: HTTPServer

    /// Longer than any run: FlyingFox answers 500 for a handler that takes longer, and `/next` waits for an event
    /// without limit.
    private static let noTimeout: TimeInterval = 365 * 24 * 3600

    /// Starts a server that gives every request to one handler. The handler routes on the raw target, because `path` is
    /// percent-decoded.
    ///
    /// - Parameters:
    ///   - port: 0 to let the system choose one.
    ///   - address: an IPv4 address of this machine; 0.0.0.0 for all of them.
    /// - Throws: `LoopbackServerError`.
    package init(
        port: UInt16 = 0, address: String = "127.0.0.1", _ handler: @escaping Handler
    ) async throws(LoopbackServerError) {
        _ = Self.ignoreBrokenPipes
        do {
            server = HTTPServer(
                address: try sockaddr_in.inet(ip4: address, port: port), timeout: Self.noTimeout,
                pool: LoopbackSocketPool(base: HTTPServer.defaultPool()), logger: .disabled,
                handler: ClosureHTTPHandler { request in await handler(request) })
            try await Self.run(server)
        } catch SocketError.failed(_, EADDRINUSE, _) {
            throw .portTaken(port)
        } catch {
            throw .notStarted("\(error)")
        }
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw .notStarted("it has no address")
        }
        self.port = port
    }

    /// Returns as soon as the server listens; throws as soon as it cannot listen.
    private static func run(_ server: HTTPServer) async throws {
        let running = Task { try await server.run() }
        let waiting = Task { try await server.waitUntilListening(timeout: 30) }
        Task {
            _ = await running.result
            waiting.cancel()
        }
        do { try await waiting.value } catch {
            running.cancel()
            try await running.value
            throw error
        }
    }

    /// Closes the port and every connection.
    package func stop() async { await server.stop() }

    /// FlyingFox writes to sockets whose peer may be gone, which would end this process with SIGPIPE.
    private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()
}

extension HTTPRequest {
    /// The segments of the path, still percent-encoded.
    package var rawSegments: [Substring] { target.path().split(separator: "/", omittingEmptySubsequences: true) }
}

extension HTTPResponse {
    /// A JSON body under a status code.
    package init(json body: [UInt8], status: HTTPStatusCode = .ok) {
        self.init(statusCode: status, headers: [.contentType: "application/json"], body: Data(body))
    }
}

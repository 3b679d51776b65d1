internal import LoopbackServer

/// A stand-in with a server of its own.
package struct StandInServer: StandInHost {
    /// Scheme, host and port, without a slash at the end.
    package let address: String
    private let server: LoopbackHTTPServer

    /// Serves a stand-in on a port that the system chooses.
    ///
    /// - Throws: `SystemCallError`, or the `StandInError` of a stand-in that cannot be mounted there.
    package init(_ standIn: some StandIn) async throws {
        server = try LoopbackHTTPServer()
        address = "http://\(server.endpoint)"
        try await standIn.mount(at: address)
        server.start { await standIn.respond(to: $0) }
    }

    /// Stops serving.
    package func stop() { server.stop() }
}

package import LoopbackServer

/// A stand-in for a service that functions call. It knows the calls that they make, and is logic without a server: a
/// server hands it the requests.
package protocol StandIn: Sendable {
    /// Tells it where it is served, before the first request comes.
    ///
    /// - Parameter address: scheme, host and port, without a slash at the end.
    /// - Throws: `StandInError`.
    func mount(at address: String) async throws(StandInError)

    /// Answers a request.
    func respond(to request: LoopbackRequest) async -> LoopbackResponse
}

extension StandIn {
    /// Most stand-ins need not know where they are served.
    package func mount(at address: String) async throws(StandInError) {}
}

/// What serves a stand-in.
package protocol StandInHost: Sendable {
    /// Scheme, host and port, without a slash at the end.
    var address: String { get }

    /// Stops serving.
    func stop() async
}

extension LoopbackResponse {
    /// A response with an empty JSON object.
    static func emptyObject(_ status: Int) -> LoopbackResponse { LoopbackResponse(status, body: Array("{}".utf8)) }
}

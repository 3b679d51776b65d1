/// A service that functions call, as far as they call it: logic without a server. Whoever serves it hands it requests.
package protocol StandIn: Sendable {
    /// Takes note of where it is served, before the first request comes.
    ///
    /// - Parameter address: scheme, host and port, without a slash at the end.
    /// - Throws: `StandInError`.
    func mount(at address: String) async throws(StandInError)

    /// Answers a request.
    func respond(to request: StandInRequest) async -> StandInResponse
}

extension StandIn {
    /// Most stand-ins need not know where they are served.
    package func mount(at address: String) async throws(StandInError) {}
}

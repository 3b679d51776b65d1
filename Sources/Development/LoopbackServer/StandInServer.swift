internal import FlyingFox
internal import Foundation
package import StandIns

/// A stand-in with a server of its own.
package struct StandInServer: StandInHost {
    /// Scheme, host and port, without a slash at the end.
    package let address: String
    private let server: LoopbackHTTPServer

    /// Serves a stand-in on a port that the system chooses.
    ///
    /// - Throws: `LoopbackServerError`, or the `StandInError` of a stand-in that cannot be mounted there.
    package init(_ standIn: some StandIn) async throws {
        server = try await LoopbackHTTPServer { request in await request.answer(of: standIn) }
        address = "http://127.0.0.1:\(server.port)"
        do { try await standIn.mount(at: address) } catch {
            await server.stop()
            throw error
        }
    }

    /// Stops serving.
    package func stop() async { await server.stop() }
}

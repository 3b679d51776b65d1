internal import Foundation
internal import JOSE

/// A local stand-in of Authsignal's server API: what the functions call, with a state that tests set up.
package actor AuthsignalStandIn {
    /// The tenant's secret: the user name of Basic authentication, and the key of tokens.
    package nonisolated let secret: String
    /// The tenant's identifier, part of tokens.
    package nonisolated let tenantID: String
    /// Signs and, through `verificationKey`, verifies tokens.
    nonisolated let key: SigningKey

    /// What the stand-in knows.
    package var state = StandInState()
    /// How it answers.
    package var behaviour = StandInBehaviour()
    /// The calls it was sent, as `METHOD path` below the base URL, in the order in which they came.
    package private(set) var calls: [String] = []

    private var server: LoopbackServer?

    /// How long a token lives, in seconds.
    static let tokenLifetime: TimeInterval = 600

    /// A stand-in for a tenant.
    ///
    /// - Parameter secret: at least 32 bytes.
    /// - Throws: `JOSEError.secretTooShort`.
    package init(secret: String, tenantID: String = "stand-in-tenant") throws {
        self.secret = secret
        self.tenantID = tenantID
        key = try SigningKey(hs256Secret: Array(secret.utf8))
    }

    /// Starts serving; returns the base URL, `/v1` included.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        return "http://127.0.0.1:\(server.port)/v1"
    }

    /// Stops serving.
    package func stop() async {
        await server?.stop()
        server = nil
    }

    /// Forgets everything and begins with that state and behaviour.
    package func reset(_ state: StandInState = StandInState(), _ behaviour: StandInBehaviour = StandInBehaviour()) {
        self.state = state
        self.behaviour = behaviour
        calls = []
    }

    func record(call: String) { calls.append(call) }

    /// The port it listens at; 0 while it does not.
    var port: UInt16 { server?.port ?? 0 }
}

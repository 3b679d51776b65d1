package import Authenticator
internal import FlyingFox
internal import Foundation
internal import WebAuthn

/// Authsignal's server API on this machine, for the functions to call: the authenticator behind a server of its own,
/// with a state that tests set up and answers that fail or come late when they are told to.
package actor AuthsignalStandIn {
    private let secret: String
    private let tenantID: String
    /// What the stand-in began with, and how it answers.
    private var setup = StandInSetup()
    private var authenticator: Authenticator
    /// The calls it was sent, as `METHOD path` below the base URL, in the order in which they came.
    package private(set) var calls: [String] = []

    private var server: LoopbackServer?

    /// A stand-in for a tenant.
    ///
    /// - Parameter secret: at least 32 bytes.
    /// - Throws: `SandboxError.invalidSetting`.
    package init(secret: String, tenantID: String = "stand-in-tenant") throws(SandboxError) {
        self.secret = secret
        self.tenantID = tenantID
        authenticator = try Self.authenticator(secret, tenantID, StandInSetup(), port: 0)
    }

    /// Starts serving; returns the base URL, `/v1` included.
    ///
    /// - Throws: `SandboxError`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        try await reset(setup)
        return "http://127.0.0.1:\(server.port)/v1"
    }

    /// Stops serving.
    package func stop() async { await server.take()?.stop() }

    /// Forgets everything and begins with a setup.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    package func reset(_ setup: StandInSetup = StandInSetup()) async throws(SandboxError) {
        authenticator = try Self.authenticator(secret, tenantID, setup, port: server?.port ?? 0)
        await authenticator.setRules(setup.rules)
        self.setup = setup
        calls = []
    }

    /// Puts a user's action into a state, as if the user had got there with the client API, and gives the token that
    /// the app would then hold.
    ///
    /// - Parameter lifetime: how long the token lives from the action's last change on, in seconds.
    /// - Throws: `APIError`.
    package func stage(
        _ action: TrackedAction, userID: String, code: String, idempotencyKey: String, lifetime: Int64 = 600
    ) async throws(APIError) -> String {
        let user = UserID(tenantID: tenantID, id: userID)
        let id = ActionID(user: user, code: code, idempotencyKey: idempotencyKey)
        return try await authenticator.stage(action, as: id, lifetime: lifetime)
    }

    private func respond(to request: HTTPRequest) async -> HTTPResponse {
        calls.append("\(request.method.rawValue) \(request.target.path().replacing(/^\/v1/, with: ""))")
        if let delay = setup.delay { try? await Task.sleep(for: delay) }
        if let status = setup.failure {
            let body = #"{"error":"internal_error","errorCode":"internal_error","errorDescription":"It is out."}"#
            return HTTPResponse(json: Array(body.utf8), status: HTTPStatusCode(status, phrase: ""))
        }
        guard let apiRequest = await APIRequest(request) else { return HTTPResponse(statusCode: .badRequest) }
        return HTTPResponse(await authenticator.answer(apiRequest))
    }

    /// An authenticator that knows what a setup says.
    private static func authenticator(
        _ secret: String, _ tenantID: String, _ setup: StandInSetup, port: UInt16
    ) throws(SandboxError) -> Authenticator {
        let now = { @Sendable in Int64(Date().timeIntervalSince1970) }
        do {
            let storage = MemoryStorage()
            for (id, enrolled) in setup.users {
                storage.save(try enrolled.user(UserID(tenantID: tenantID, id: id), at: now()))
            }
            let relyingParty = try RelyingParty(
                id: "localhost", name: "Stand-in", origins: [try Origin("http://localhost")])
            let settings = AuthenticatorSettings(
                tenants: [.authsignal(id: tenantID, secret: secret)], relyingParty: relyingParty,
                baseURL: "http://127.0.0.1:\(port)")
            return try Authenticator(settings, storage: storage, codeSender: NoMail(), now: now)
        } catch { throw .invalidSetting(name: "Authsignal stand-in", fault: "\(error)") }
    }

    /// The functions' calls have no code sent.
    private struct NoMail: CodeSender {
        func send(_ mail: CodeMail) async {}
    }
}

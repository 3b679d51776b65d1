package import AuthenticatorService
internal import Essentials
internal import JSON
package import LoopbackServer
internal import OpenSSLCrypto
internal import Passkeys
internal import TestKeys
internal import WebAuthn

/// A stand-in for Authsignal, whose Server API the functions call and whose Client API apps call. A setup can make its
/// answers fail or come late.
package actor AuthsignalStandIn: StandIn {
    private let makeTenant: @Sendable (_ address: String) throws(StandInError) -> AuthsignalTenant
    /// What the stand-in began with, and how it answers.
    private var setup = StandInSetup()
    private var tenant: AuthsignalTenant
    /// The calls it received, as `METHOD path` below the base URL, in the order in which they came.
    package private(set) var calls: [String] = []
    private var address = "http://127.0.0.1"

    /// A stand-in that makes its tenant anew for each address and setup.
    package init(
        making makeTenant: @escaping @Sendable (_ address: String) throws(StandInError) -> AuthsignalTenant
    ) throws(StandInError) {
        self.makeTenant = makeTenant
        tenant = try makeTenant(address)
    }

    /// A stand-in for a tenant whose users are forgotten.
    ///
    /// - Parameter secret: at least 32 bytes.
    /// - Throws: `StandInError`.
    package init(secret: String, tenantID: String = "stand-in-tenant") throws(StandInError) {
        try self.init { (address) throws(StandInError) in
            try AuthsignalTenant(
                id: tenantID, secret: secret, address: address,
                tables: TableStandIn.authenticatorTables(), users: "users", state: "state", onMail: { _ in },
                now: { Int64(Date().timeIntervalSince1970 * 1_000) })
        }
    }

    /// Forgets everything, because links contain the address. The API is below `/v1`.
    package func mount(at address: String) async throws(StandInError) {
        self.address = address
        try await reset(setup)
    }

    /// Forgets everything and begins again with a setup.
    ///
    /// - Throws: `StandInError`.
    package func reset(_ setup: StandInSetup = StandInSetup()) async throws(StandInError) {
        tenant = try makeTenant(address)
        tenant.rules = setup.rules
        for (id, factors) in setup.users {
            do { for factor in factors { try enrol(factor, userID: id) } } catch { throw .invalidSettings("\(error)") }
        }
        self.setup = setup
        calls = []
    }

    /// Puts a user's action into a state, as if the user had got there with the client API, and returns the token that
    /// the app would then hold.
    ///
    /// - Parameter lifetime: how long the token is valid after the action's last change, in seconds.
    /// - Throws: `APIError`.
    package func stage(
        _ action: TrackedAction, userID: String, code: String, idempotencyKey: String, lifetime: Int64 = 600
    ) async throws(APIError) -> String {
        let id = ActionID(user: tenant.user(userID), code: code, idempotencyKey: idempotencyKey)
        return try tenant.stage(action, as: id, lifetime: lifetime)
    }

    /// Enrols a user's mailbox. This is no call of the functions.
    package func enrol(_ address: String, userID: String) {
        _ = try? enrol(.email(address: address), userID: userID)
    }

    private func enrol(_ factor: StandInSetup.Factor, userID: String) throws {
        var kind: StoredAuthenticator.Kind
        switch factor {
        case .email(let address): kind = .email(address: address)
        case .passkey:
            let record = CredentialRecord(
                id: try SecureRandom.bytes(16), userHandle: try SecureRandom.bytes(32),
                publicKey: CredentialPublicKey.encoding(of: try PrivateKey.generate(.p256).publicKey),
                aaguid: [UInt8](repeating: 0, count: 16), transports: [], isBackupEligible: true, isBackedUp: true,
                signCount: 0, hasVerifiedUser: true)
            kind = .passkey(record, username: nil, displayName: nil)
        }
        try tenant.enrol(kind, of: userID, Attempt(id: UUID().uuidString, time: tenant.now))
    }

    package func respond(to request: LoopbackRequest) async -> LoopbackResponse {
        // A request that only opens a connection is no call of the API.
        guard request.path != "/" else { return LoopbackResponse(404) }
        calls.append("\(request.method) \(request.path.replacing(/^\/v1/, with: ""))")
        if let delay = setup.delay { try? await Task.sleep(for: delay) }
        if let status = setup.failure {
            let body = #"{"error":"internal_error","errorCode":"internal_error","errorDescription":"It is out."}"#
            return LoopbackResponse(status, body: Array(body.utf8))
        }
        let answer = tenant.answer(
            APIRequest(
                id: UUID().uuidString, method: request.method, target: request.target, headers: request.fields,
                body: request.body))
        return LoopbackResponse(answer.status, body: answer.body)
    }
}

/// What the Authsignal stand-in begins with, and how it answers.
package struct StandInSetup: Sendable {
    /// A factor that a user has enrolled.
    package enum Factor: Equatable, Sendable {
        /// A passkey with which nobody can sign.
        case passkey
        /// A mailbox.
        case email(address: String)
    }

    /// What users have enrolled, by user id. A user who is missing here has enrolled nothing, as in the service.
    package var users: [String: [Factor]] = [:]
    /// The tenant's rules for single answers.
    package var rules = AuthsignalRules()
    /// The status of every answer, with an error as its body; nil to answer normally.
    package var failure: Int?
    /// How long every answer is delayed.
    package var delay: Duration?

    /// A setup without users, with normal answers.
    package init() {}
}

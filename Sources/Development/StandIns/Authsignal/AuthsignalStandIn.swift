package import AuthenticatorService
internal import EmailCodes
internal import Foundation
internal import JSON
internal import SignInMail
internal import WebAuthn

/// A stand-in for Authsignal's server API, which the functions call. It is the authenticator with a state that tests
/// set up. A setup can make its answers fail or come late.
package actor AuthsignalStandIn: StandIn {
    private let secret: String
    private let tenantID: String
    /// What the stand-in began with, and how it answers.
    private var setup = StandInSetup()
    private var authenticator: Authenticator
    /// The calls it received, as `METHOD path` below the base URL, in the order in which they came.
    package private(set) var calls: [String] = []

    private var address = "http://127.0.0.1"

    /// A stand-in for a tenant.
    ///
    /// - Parameter secret: at least 32 bytes.
    /// - Throws: `StandInError`.
    package init(secret: String, tenantID: String = "stand-in-tenant") throws(StandInError) {
        self.secret = secret
        self.tenantID = tenantID
        authenticator = try Self.authenticator(
            secret: secret, tenantID: tenantID, setup: StandInSetup(), address: "http://127.0.0.1")
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
        authenticator = try Self.authenticator(secret: secret, tenantID: tenantID, setup: setup, address: address)
        authenticator.rules = setup.rules
        self.setup = setup
        calls = []
    }

    /// Puts a user's action into a state, as if the user had got there with the client API, and returns the token that
    /// the app would then hold.
    ///
    /// - Parameter lifetime: how long the token is valid after the action's last change, in seconds.
    /// - Throws: `APIError`.
    package func stage(
        _ action: ActionRecord, userID: String, code: String, idempotencyKey: String, lifetime: Int64 = 600
    ) async throws(APIError) -> String {
        let user = UserID(tenantID: tenantID, id: userID)
        let id = ActionID(user: user, code: code, idempotencyKey: idempotencyKey)
        return try authenticator.stage(action, as: id, lifetime: lifetime)
    }

    /// Enrols a user's mailbox. This is no call of the functions.
    package func enrol(_ address: String, userID: String) {
        let body = JSONWriter.object { body in
            body.member("verificationMethod", "EMAIL_OTP")
            body.member("email", address)
        }
        let credentials = Data("\(secret):".utf8).base64EncodedString()
        _ = authenticator.answer(
            APIRequest(
                id: UUID().uuidString, method: "POST", target: "/v1/users/\(userID)/authenticators",
                headers: ["authorization": "Basic \(credentials)", "content-type": "application/json"], body: body))
    }

    package func respond(to request: StandInRequest) async -> StandInResponse {
        // A request that only opens a connection is no call of the API.
        guard request.path != "/" else { return StandInResponse(404, body: []) }
        calls.append("\(request.method) \(request.path.replacing(/^\/v1/, with: ""))")
        if let delay = setup.delay { try? await Task.sleep(for: delay) }
        if let status = setup.failure {
            let body = #"{"error":"internal_error","errorCode":"internal_error","errorDescription":"It is out."}"#
            return StandInResponse(status, body: Array(body.utf8))
        }
        let answer = authenticator.answer(
            APIRequest(
                id: UUID().uuidString, method: request.method, target: request.target, headers: request.headers,
                body: request.body))
        return StandInResponse(answer.status, body: answer.body, contentType: answer.contentType)
    }

    /// An authenticator with the users of a setup.
    private static func authenticator(
        secret: String, tenantID: String, setup: StandInSetup, address: String
    ) throws(StandInError) -> Authenticator {
        let now = { @Sendable in Int64(Date().timeIntervalSince1970) }
        do {
            var users: [StoredUser] = []
            for (id, enrolled) in setup.users {
                users.append(try enrolled.user(UserID(tenantID: tenantID, id: id), at: now()))
            }
            let relyingParty = try RelyingParty(
                id: "localhost", name: "Stand-in", origins: [try Origin("http://localhost")])
            let settings = AuthenticatorSettings(
                tenants: [.authsignal(id: tenantID, secret: secret)], relyingParty: relyingParty,
                baseURL: address)
            try settings.check()
            guard let keys = CodeKeys(codes: Array(secret.utf8)) else { throw StandInError.invalidSettings("secret") }
            return try Authenticator(
                settings, storage: MemoryStorage(users),
                codes: OneTimeCodes(CodeRules(lifetime: 600, mailsPerHour: 3_600), keys),
                codeStorage: MemoryCodeStorage(), mails: NoMails(), now: { now() * 1_000 })
        } catch { throw .invalidSettings("\(error)") }
    }

    /// The functions' calls never send a mail.
    private struct NoMails: AuthenticatorMails {
        func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool { true }
    }
}

import JSON
import LoopbackServer
import OpenIDProvider
import Primitives
import SoftwarePasskey
import Synchronization
import Testing
import WebAuthn

/// An app that uses the provider, with a device that holds passkeys and a clock that tests advance.
final class App {
    static let issuer = "https://login.example.test/"
    static let clientID = "app"
    static let grant = "urn:okta:params:oauth:grant-type:webauthn"
    static let start: Int64 = 1_760_000_000

    final class Clock: Sendable {
        private let seconds = Mutex(App.start)
        var now: Int64 { seconds.withLock { $0 } }
        func advance(_ count: Int64) { seconds.withLock { $0 += count } }
    }

    /// The codes that the provider sent.
    final class Codes: Sendable {
        private let sent = Mutex<[IdentifierCode]>([])
        var all: [IdentifierCode] { sent.withLock { $0 } }
        @Sendable func receive(_ code: IdentifierCode) { sent.withLock { $0.append(code) } }
    }

    let clock = Clock()
    let codes = Codes()
    let provider: OpenIDProvider
    var device = SoftwareAuthenticator(origin: "https://app.example.test", algorithms: [.edDSA, .es256])

    init(_ change: (inout ProviderSettings) -> Void = { _ in }) throws {
        let clock = clock
        var settings = try ProviderSettings(
            issuer: Self.issuer, clientIDs: [Self.clientID, "other"], relyingPartyID: "example.test",
            origins: [try Origin("https://app.example.test")])
        change(&settings)
        provider = OpenIDProvider(settings, deliver: codes.receive, now: { clock.now })
    }

    struct Answer {
        let status: Int
        let headers: [String: String]
        let json: JSONValue

        subscript(name: String) -> String? { json[name]?.string }
        var session: String { self["auth_session"] ?? "" }
        var options: JSONValue { json["authn_params_public_key"] ?? json }
        /// The status and the error code, from either form of error.
        var refusal: String { "\(status) \(self["error"] ?? self["title"] ?? "none")" }
    }

    func send(
        _ method: String, _ path: String, _ body: [UInt8] = [], bearer: String? = nil, contentType: String? = nil
    ) async throws -> Answer {
        let headers = [
            bearer.map { (name: "Authorization", value: "Bearer \($0)") },
            contentType.map { (name: "Content-Type", value: $0) },
        ].compactMap(\.self)
        let request = LoopbackRequest(method: method, target: "/" + path, headers: headers, body: body)
        let answer = await provider.respond(to: request)
        let json = try JSONValue(parsing: answer.body.isEmpty ? Array("null".utf8) : answer.body)
        return Answer(status: answer.status, headers: answer.headers, json: json)
    }

    func register(_ email: String = "ana@example.test") async throws -> Answer {
        try await send(
            "POST", "passkey/register", Self.form { $0.member("user_profile") { $0.member("email", email) } })
    }

    /// Starts to create an account with the members of a request, as JSON without the braces.
    func register(body: String) async throws -> Answer {
        try await send("POST", "passkey/register", Array(#"{"client_id":"\#(Self.clientID)",\#(body)}"#.utf8))
    }

    func challenge() async throws -> Answer { try await send("POST", "passkey/challenge", Self.form { _ in }) }

    func token(
        _ session: String, _ credential: [UInt8], clientID: String = clientID, scope: String? = "openid email",
        audience: String? = nil, grant: String = grant, realm: String? = nil, verification: String? = nil
    ) async throws -> Answer {
        try await send(
            "POST", "oauth/token",
            JSONWriter.object { body in
                body.member("grant_type", grant)
                body.member("client_id", clientID)
                body.member("scope", ifPresent: scope)
                body.member("audience", ifPresent: audience)
                body.member("auth_session", session)
                body.member("realm", ifPresent: realm)
                if let verification { body.member("verification", raw: verification.utf8) }
                body.member("authn_response", raw: credential)
            })
    }

    func signUp(_ email: String = "ana@example.test") async throws -> Answer {
        let begun = try await register(email)
        return try await token(begun.session, try device.create(begun.options))
    }

    func logIn(scope: String? = "openid email", audience: String? = nil) async throws -> Answer {
        let begun = try await challenge()
        return try await token(begun.session, try device.sign(begun.options), scope: scope, audience: audience)
    }

    /// An access token for the user's own account.
    func accountToken(scope: String = "openid create:me:authentication_methods") async throws -> String {
        try await logIn(scope: scope, audience: Self.issuer + "me/")["access_token"] ?? ""
    }

    func enrol(_ bearer: String?, type: String = "passkey") async throws -> Answer {
        try await send(
            "POST", "me/v1/authentication-methods", JSONWriter.object { $0.member("type", type) }, bearer: bearer)
    }

    func finishEnrolment(_ session: String, _ credential: [UInt8], bearer: String?) async throws -> Answer {
        try await send(
            "POST", "me/v1/authentication-methods/passkey|new/verify",
            JSONWriter.object { body in
                body.member("auth_session", session)
                body.member("authn_response", raw: credential)
            }, bearer: bearer)
    }

    /// The claims of a token, which is not verified.
    static func claims(_ token: String?) throws -> JSONValue {
        let payload = token?.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        return try JSONValue(parsing: #require(Base64URL.decode(payload)))
    }

    static func form(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { form in
            form.member("client_id", clientID)
            body(&form)
        }
    }
}

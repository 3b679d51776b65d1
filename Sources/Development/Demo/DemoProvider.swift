internal import JSON
internal import Sandbox
internal import SoftwarePasskey
internal import StandIns

/// Calls the OpenID provider's API as an app with native passkeys does, with a device that holds them.
struct DemoProvider: Sendable {
    let http: DemoHTTP
    /// The provider's issuer identifier.
    let issuer: String
    /// The user's device.
    var device: SoftwareAuthenticator

    private static let grant = "urn:okta:params:oauth:grant-type:webauthn"
    /// The scope that an app needs to add passkeys.
    static let enrolmentScope = "create:me:authentication_methods"

    /// An ID token, and what an app reads from it.
    struct Identity: Sendable {
        let token: String
        /// The value of the attribute that ties a user to it.
        let qualifiedSubject: String
        let email: String
    }

    /// Creates an account with a passkey.
    mutating func signUp(_ email: String) async throws(DemoDifference) -> Identity {
        let begun = try await success("/passkey/register", Self.profile(email))
        return try identity(try await token(begun, try create(begun)))
    }

    /// Signs in with a passkey, without a user name.
    mutating func signIn() async throws(DemoDifference) -> Identity {
        let begun = try await success("/passkey/challenge", Self.form { _ in })
        return try identity(try await token(begun, try sign(begun)))
    }

    /// Signs in with a passkey; returns an access token for the user's own account, with the scope if it was granted.
    mutating func accountToken(scope: String) async throws(DemoDifference) -> String {
        let begun = try await success("/passkey/challenge", Self.form { _ in })
        let answer = try await token(begun, try sign(begun), scope: "openid \(scope)", audience: issuer + "me/")
        return answer["access_token"]?.string ?? ""
    }

    /// Adds a passkey of another device to the account.
    func enrol(_ other: inout SoftwareAuthenticator, _ bearer: String) async throws(DemoDifference) {
        let begun = try await success("/me/v1/authentication-methods", Self.method, bearer: bearer, status: 202)
        let credential: [UInt8]
        do { credential = try other.create(begun["authn_params_public_key"] ?? begun) } catch {
            throw DemoDifference("a new passkey", found: "\(error)")
        }
        let body = JSONWriter.object { body in
            body.member("auth_session", begun["auth_session"]?.string ?? "")
            body.member("authn_response", raw: credential)
        }
        _ = try await success(
            "/me/v1/authentication-methods/passkey%7Cnew/verify", body, bearer: bearer, status: 201)
    }

    /// Signs up with an identifier that must be refused; returns the status and the message.
    func refusal(ofIdentifier email: String) async throws(DemoDifference) -> String {
        try await refusal("/passkey/register", Self.profile(email), bearer: nil)
    }

    /// Adds a passkey, which must be refused; returns the status and the message.
    func refusal(ofEnrolmentWith bearer: String) async throws(DemoDifference) -> String {
        try await refusal("/me/v1/authentication-methods", Self.method, bearer: bearer)
    }

    private static let method = JSONWriter.object { $0.member("type", "passkey") }

    private static func profile(_ email: String) -> [UInt8] {
        form { $0.member("user_profile") { $0.member("email", email) } }
    }

    private static func form(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { form in
            form.member("client_id", StackSettings.providerClientID)
            body(&form)
        }
    }

    private mutating func create(_ begun: JSONValue) throws(DemoDifference) -> [UInt8] {
        do { return try device.create(begun["authn_params_public_key"] ?? begun) } catch {
            throw DemoDifference("a new passkey", found: "\(error)")
        }
    }

    private mutating func sign(_ begun: JSONValue) throws(DemoDifference) -> [UInt8] {
        do { return try device.sign(begun["authn_params_public_key"] ?? begun) } catch {
            throw DemoDifference("an assertion", found: "\(error)")
        }
    }

    private func token(
        _ begun: JSONValue, _ credential: [UInt8], scope: String = "openid profile email", audience: String? = nil
    ) async throws(DemoDifference) -> JSONValue {
        try await success(
            "/oauth/token",
            Self.form { body in
                body.member("grant_type", Self.grant)
                body.member("scope", scope)
                body.member("audience", ifPresent: audience)
                body.member("auth_session", begun["auth_session"]?.string ?? "")
                body.member("authn_response", raw: credential)
            })
    }

    private func identity(_ answer: JSONValue) throws(DemoDifference) -> Identity {
        guard let token = answer["id_token"]?.string, let claims = TokenParts(token)?.claims,
            let issuer = claims["iss"]?.string, let subject = claims["sub"]?.string, let email = claims["email"]?.string
        else { throw DemoDifference("an ID token", found: String(decoding: answer.bytes, as: UTF8.self)) }
        return Identity(token: token, qualifiedSubject: "\(issuer)|\(subject)", email: email)
    }

    private func success(
        _ path: String, _ body: [UInt8], bearer: String? = nil, status: Int = 200
    ) async throws(DemoDifference) -> JSONValue {
        let answer = try await send(path, body, bearer)
        guard answer.status == status, let json = answer.json else {
            throw DemoDifference(
                "status \(status) from \(path)",
                found: "status \(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        }
        return json
    }

    private func refusal(_ path: String, _ body: [UInt8], bearer: String?) async throws(DemoDifference) -> String {
        let answer = try await send(path, body, bearer)
        guard [400, 401, 403].contains(answer.status),
            let words = answer.json?["error_description"]?.string ?? answer.json?["detail"]?.string
        else { throw DemoDifference("a refusal of \(path)", found: "status \(answer.status)") }
        return "\(answer.status) \(words)"
    }

    private func send(_ path: String, _ body: [UInt8], _ bearer: String?) async throws(DemoDifference)
        -> DemoHTTP.Answer
    {
        try await http.send("POST", path, body, headers: bearer.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }
}

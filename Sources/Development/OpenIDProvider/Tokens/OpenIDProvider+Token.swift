internal import JOSE
internal import JSON
private import Primitives
internal import WebAuthn

extension OpenIDProvider {
    /// The grant type for passkeys.
    static let passkeyGrant = "urn:okta:params:oauth:grant-type:webauthn"

    /// How long ID tokens are valid, in seconds.
    private static let idTokenLifetime: Int64 = 36_000
    /// How long access tokens are valid, in seconds.
    private static let accessTokenLifetime: Int64 = 86_400

    /// `POST /oauth/token`: issues tokens for a passkey that was created or used in a session.
    func token(_ body: ProviderRequestBody) throws(ProviderError) -> ProviderResponse {
        guard try body.requiredText("grant_type") == Self.passkeyGrant else { throw .unsupportedGrant }
        let clientID = try client(body)
        let credential = try body.object("authn_response")
        let session = try take(body)
        let user: ProviderUser
        switch session.purpose {
        case .signUp(let profile, let handle, clientID):
            user = try finishSignUp(profile, handle: handle, challenge: session.bytes, credential)
        case .login(clientID): user = try finishLogin(credential, challenge: session.bytes)
        case .signUp, .login, .enrolment: throw .invalidGrant
        }
        let scopes = try body.text("scope")?.split(separator: " ").map(String.init) ?? []
        return try tokens(of: user, clientID: clientID, scopes: scopes, audience: try body.text("audience"))
    }

    private func tokens(
        of user: ProviderUser, clientID: String, scopes: [String], audience: String?
    ) throws(ProviderError) -> ProviderResponse {
        let isForAccount = audience == settings.accountAudience
        guard isForAccount || audience == nil else { throw .invalidRequest("audience") }
        let granted = scopes.filter { scope in
            ["openid", "profile", "email"].contains(scope) || isForAccount && AccountScope(rawValue: scope) != nil
        }
        let access = try accessToken(
            of: user, for: audience ?? settings.issuer + "userinfo", clientID: clientID, scopes: granted)
        let id = granted.contains("openid") ? try idToken(of: user, clientID: clientID, scopes: granted) : nil
        return ProviderResponse(
            JSONWriter.object { answer in
                answer.member("access_token", access)
                answer.member("id_token", ifPresent: id)
                answer.member("scope", granted.joined(separator: " "))
                answer.member("token_type", "Bearer")
                answer.member("expires_in", Self.accessTokenLifetime)
            })
    }

    private func idToken(
        of user: ProviderUser, clientID: String, scopes: [String]
    ) throws(ProviderError) -> String {
        let (issuer, time) = (settings.issuer, now())
        // Distinguishes two tokens issued in the same second.
        let session = Base64URL.encode(try random(16))
        return try signed(
            JSONWriter.object { claims in
                if scopes.contains("profile") { claims.member("name", user.profile.displayName) }
                if scopes.contains("email") {
                    claims.member("email", user.profile.email)
                    // Nobody has proven the address.
                    claims.member("email_verified", false)
                }
                claims.member("iss", issuer)
                claims.member("aud", clientID)
                claims.member("sub", user.subject)
                claims.member("iat", time)
                claims.member("exp", time + Self.idTokenLifetime)
                claims.member("sid", session)
            }, type: "JWT")
    }

    private func accessToken(
        of user: ProviderUser, for audience: String, clientID: String, scopes: [String]
    ) throws(ProviderError) -> String {
        let (issuer, time) = (settings.issuer, now())
        return try signed(
            JSONWriter.object { claims in
                claims.member("iss", issuer)
                claims.member("sub", user.subject)
                claims.member("aud", audience)
                claims.member("iat", time)
                claims.member("exp", time + Self.accessTokenLifetime)
                claims.member("scope", scopes.joined(separator: " "))
                claims.member("azp", clientID)
            }, type: "at+jwt")
    }

    private func signed(_ claims: [UInt8], type: String) throws(ProviderError) -> String {
        let key = try signingKey()
        do { return try CompactJWS.sign(claims, type: type, key: key) } catch { throw .unexpected }
    }
}

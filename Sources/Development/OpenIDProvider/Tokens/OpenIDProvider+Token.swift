internal import JSON
internal import LoopbackServer
private import Primitives
internal import StandIns

extension OpenIDProvider {
    /// The grant type for passkeys.
    static let passkeyGrant = "urn:okta:params:oauth:grant-type:webauthn"

    /// How long ID tokens are valid, in seconds.
    private static let idTokenLifetime: Int64 = 36_000
    /// How long access tokens are valid, in seconds.
    private static let accessTokenLifetime: Int64 = 86_400

    /// `POST /oauth/token`: issues tokens for a passkey that was created or used in a session, or for a refresh token.
    func token(_ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        switch try body.requiredText("grant_type") {
        case Self.passkeyGrant: try exchangePasskey(body)
        case Self.refreshGrant: try refresh(body, clientID: try client(body))
        default: throw .unsupportedGrant
        }
    }

    /// Issues tokens to the app that the session belongs to. The request may name it again, and the realm.
    private func exchangePasskey(_ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        let credential = try body.object("authn_response")
        let named = body["client_id"] == nil ? nil : try client(body)
        let asked = body["realm"] == nil ? nil : try realm(body)
        let audience = try audience(body)
        try checkCodes(body)
        let session = try take(body)
        let (user, clientID): (ProviderUser, String)
        switch session.purpose {
        case .signUp(let profile, let handle, let client, let realm)
        where named ?? client == client && asked ?? realm == realm:
            clientID = client
            user = try finishSignUp(
                profile, handle: handle, realm: realm, challenge: session.bytes, credential)
        case .login(let client, let realm) where named ?? client == client && asked ?? realm == realm:
            clientID = client
            user = try finishLogin(credential, challenge: session.bytes, in: realm)
        case .signUp, .login, .enrolment: throw .invalidGrant
        }
        let grant = TokenGrant(
            subject: user.subject, clientID: clientID, scopes: try scopes(body, for: audience), audience: audience)
        return try tokens(of: user, grant, withRefreshToken: grant.scopes.contains(TokenGrant.offlineAccess))
    }

    /// The API that a request asks for: the account's own, or one in the settings.
    private func audience(_ body: ProviderRequestBody) throws(ProviderError) -> String? {
        guard let name = try body.text("audience") else { return nil }
        guard name == settings.accountAudience || settings.audiences.contains(name) else {
            throw .unknownAudience(name)
        }
        return name
    }

    /// The scopes that a request gets. An API of one's own gets all that it asks for, except those of the account.
    private func scopes(_ body: ProviderRequestBody, for audience: String?) throws(ProviderError) -> [String] {
        let asked = try body.text("scope")?.split(separator: " ").map(String.init) ?? []
        return asked.filter { scope in
            if TokenGrant.scopesOfEveryAudience.contains(scope) { return true }
            let isForAccount = AccountScope(rawValue: scope) != nil
            return audience == settings.accountAudience ? isForAccount : audience != nil && !isForAccount
        }
    }

    /// The answer with the tokens of a grant.
    func tokens(
        of user: ProviderUser, _ grant: TokenGrant, withRefreshToken: Bool
    ) throws(ProviderError) -> LoopbackResponse {
        let access = try accessToken(of: user, grant)
        let id =
            grant.scopes.contains("openid")
            ? try idToken(of: user, clientID: grant.clientID, scopes: grant.scopes) : nil
        let refresh = withRefreshToken ? try refreshToken(for: grant) : nil
        return LoopbackResponse(
            body: JSONWriter.object { answer in
                answer.member("access_token", access)
                answer.member("refresh_token", ifPresent: refresh)
                answer.member("id_token", ifPresent: id)
                answer.member("scope", grant.scopes.joined(separator: " "))
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
                user.profile.write(to: &claims, for: scopes)
                claims.member("iss", issuer)
                claims.member("aud", clientID)
                claims.member("sub", user.subject)
                claims.member("iat", time)
                claims.member("exp", time + Self.idTokenLifetime)
                claims.member("sid", session)
            }, type: "JWT")
    }

    private func accessToken(of user: ProviderUser, _ grant: TokenGrant) throws(ProviderError) -> String {
        let (issuer, time) = (settings.issuer, now())
        let userinfo = issuer + "userinfo"
        let isForOwnAPI = grant.audience != nil && grant.audience != settings.accountAudience
        return try signed(
            JSONWriter.object { claims in
                claims.member("iss", issuer)
                claims.member("sub", user.subject)
                if isForOwnAPI, let audience = grant.audience, grant.scopes.contains("openid") {
                    claims.member("aud", [audience, userinfo])
                } else {
                    claims.member("aud", grant.audience ?? userinfo)
                }
                claims.member("iat", time)
                claims.member("exp", time + Self.accessTokenLifetime)
                claims.member("scope", grant.scopes.joined(separator: " "))
                claims.member("azp", grant.clientID)
            }, type: "at+jwt")
    }

    private func signed(_ claims: [UInt8], type: String) throws(ProviderError) -> String {
        // A new Auth0 tenant has an RSA key, too.
        do { return try issuer().sign(claims, type: type, by: "RS256") } catch { throw .unexpected }
    }
}

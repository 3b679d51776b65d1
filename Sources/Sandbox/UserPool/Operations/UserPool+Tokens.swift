internal import JOSE
internal import JSON
internal import OpenSSLCrypto

/// What a signed-in user's app gets.
struct IssuedTokens: Sendable {
    let accessToken: String
    let idToken: String
    /// Nil after a refresh: the old one stays good.
    let refreshToken: String?
    /// Seconds until the access token expires.
    let expiresIn: Int64
}

extension UserPool {
    /// The tokens of a sign-in that has just succeeded.
    func issueTokens(_ user: PoolUser, _ client: AppClient) throws(PoolError) -> IssuedTokens {
        guard let random = try? SecureRandom.bytes(48) else { throw .noTokens }
        let grant = RefreshGrant(
            username: user.username, clientID: client.id, originID: newID(), signedInAt: now(),
            expiresAt: now() + client.refreshTokenLifetime)
        let refreshToken = Base64URL.encode(random)
        grants.add(grant, token: refreshToken)
        return try tokens(of: grant, user, client, refreshToken: refreshToken)
    }

    /// `REFRESH_TOKEN_AUTH`.
    func refresh(_ client: AppClient, _ parameters: [String: String]) throws(PoolError) -> IssuedTokens {
        guard client.flows.contains(.refreshTokenAuth) else {
            throw PoolError(.notAuthorized, "Auth flow not enabled for this client")
        }
        guard let token = parameters["REFRESH_TOKEN"] else { throw .missing("REFRESH_TOKEN") }
        return try refresh(client, token, secretHash: parameters["SECRET_HASH"])
    }

    /// `GetTokensFromRefreshToken`, without rotation.
    func tokensFromRefreshToken(_ request: PoolRequest) throws(PoolError) -> IssuedTokens {
        let client = try settings.client(try request.required("ClientId"))
        let token = try request.required("RefreshToken")
        guard client.secret == (try request.text("ClientSecret")) else {
            throw PoolError(.notAuthorized, "Unable to verify secret hash for client \(client.id)")
        }
        return try refresh(client, grants.grant(token, clientID: client.id, now: now()))
    }

    private func refresh(
        _ client: AppClient, _ token: String, secretHash: String?
    ) throws(PoolError) -> IssuedTokens {
        let grant = try grants.grant(token, clientID: client.id, now: now())
        if client.secret != nil { try client.check(secretHash: secretHash, username: grant.username) }
        return try refresh(client, grant)
    }

    private func refresh(_ client: AppClient, _ grant: RefreshGrant) throws(PoolError) -> IssuedTokens {
        guard let user = users.user(grant.username), user.isEnabled else { throw .userDisabled }
        return try tokens(of: grant, user, client, refreshToken: nil)
    }

    private func tokens(
        of grant: RefreshGrant, _ user: PoolUser, _ client: AppClient, refreshToken: String?
    ) throws(PoolError) -> IssuedTokens {
        let facts = TokenFacts(
            issuer: issuerURL, user: user, client: client, signedInAt: grant.signedInAt, now: now(),
            originID: client.revokesTokens ? grant.originID : nil, eventID: newID(), tokenIDs: (newID(), newID()))
        guard let tokens = try? issuer().tokens(facts) else { throw .noTokens }
        return IssuedTokens(
            accessToken: tokens.access, idToken: tokens.id, refreshToken: refreshToken,
            expiresIn: client.accessTokenLifetime)
    }

    /// `RevokeToken`.
    func revokeToken(_ request: PoolRequest) throws(PoolError) {
        let client = try settings.client(try request.required("ClientId"))
        let token = try request.required("Token")
        guard client.secret == (try request.text("ClientSecret")) else {
            throw PoolError(.notAuthorized, "Invalid client secret")
        }
        guard client.revokesTokens else { throw PoolError(.unsupportedTokenType, "Token revocation is not enabled.") }
        guard !token.contains(".") else { throw PoolError(.unsupportedTokenType, "Unsupported token type.") }
        // A token that is none is as good as revoked (RFC 7009 section 2.2).
        if let grant = grants.anyGrant(token), grant.clientID == client.id { grants.revoke(originID: grant.originID) }
    }

    /// `GlobalSignOut`.
    func globalSignOut(_ request: PoolRequest) throws(PoolError) {
        grants.revokeAll(of: try bearer(request).username)
    }

    /// The user whose access token a call carries, and the client it was issued to.
    ///
    /// - Throws: `NotAuthorizedException`.
    func bearer(_ request: PoolRequest) throws(PoolError) -> (username: String, client: AppClient) {
        let token = try request.required("AccessToken")
        let keys = try issuer().keys
        guard let verified = try? CompactJWS.verify(token, keys: keys), let claims = try? Claims(verified),
            claims.issuer == issuerURL, claims["token_use"]?.string == "access",
            let username = claims["username"]?.string, let clientID = claims["client_id"]?.string,
            let expiry = claims.expiration
        else { throw PoolError(.notAuthorized, "Invalid Access Token") }
        guard now() < expiry else { throw PoolError(.notAuthorized, "Access Token has expired") }
        if let origin = claims["origin_jti"]?.string, grants.isRevoked(origin) {
            throw PoolError(.notAuthorized, "Access Token has been revoked")
        }
        return (username, try settings.client(clientID))
    }
}

extension PoolError {
    fileprivate static let noTokens = PoolError(.internalError, "No tokens can be made.")
}

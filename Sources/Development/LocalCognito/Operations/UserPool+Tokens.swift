internal import JOSE
internal import JSON
internal import OpenSSLCrypto

/// The tokens that the app of a signed-in user receives.
struct IssuedTokens: Sendable {
    let accessToken: String
    let idToken: String
    /// Nil after a refresh without rotation, because the old token stays valid.
    let refreshToken: String?
    /// Seconds until the access token expires.
    let expiresIn: Int64
}

extension UserPool {
    /// `REFRESH_TOKEN_AUTH`.
    func refresh(_ client: AppClient, _ parameters: [String: String]) async throws(PoolError) -> IssuedTokens {
        guard client.flows.contains(.refreshTokenAuth) else {
            throw PoolError(.notAuthorized, "Auth flow not enabled for this client")
        }
        guard let token = parameters["REFRESH_TOKEN"] else { throw .missing("REFRESH_TOKEN") }
        let grant = try grants.grant(token, clientID: client.id, now: now())
        if client.secret != nil {
            try client.check(secretHash: parameters["SECRET_HASH"], username: grant.username)
        }
        return try await refresh(token, client: client, rotates: false, metadata: [:])
    }

    /// `GetTokensFromRefreshToken`. Only this operation gives a new refresh token to a client that rotates them.
    func tokensFromRefreshToken(_ request: PoolRequest) async throws(PoolError) -> IssuedTokens {
        let client = try appClient(try request.required("ClientId"))
        let token = try request.required("RefreshToken")
        guard client.secret == (try request.text("ClientSecret")) else {
            throw PoolError(.notAuthorized, "Unable to verify secret hash for client \(client.id)")
        }
        let metadata = try request.strings("ClientMetadata")
        return try await refresh(token, client: client, rotates: true, metadata: metadata)
    }

    /// `RevokeToken`.
    func revokeToken(_ request: PoolRequest) throws(PoolError) {
        let client = try appClient(try request.required("ClientId"))
        let token = try request.required("Token")
        guard client.secret == (try request.text("ClientSecret")) else {
            throw PoolError(.unauthorized, "Invalid client secret")
        }
        guard client.revokesTokens else { throw PoolError(.unsupportedTokenType, "Token revocation is not enabled.") }
        guard !token.contains(".") else { throw PoolError(.unsupportedTokenType, "Unsupported token type.") }
        // An unknown token counts as revoked (RFC 7009 section 2.2).
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
            claims.issuer.map({ issuerURLs.contains($0) }) == true, claims["token_use"]?.string == "access",
            let username = claims["username"]?.string, let clientID = claims["client_id"]?.string,
            let expiry = claims.expiration
        else { throw PoolError(.notAuthorized, "Invalid Access Token") }
        guard now() < expiry else { throw PoolError(.notAuthorized, "Access Token has expired") }
        if let origin = claims["origin_jti"]?.string, grants.isRevoked(origin) {
            throw PoolError(.notAuthorized, "Access Token has been revoked")
        }
        return (username, try appClient(clientID))
    }
}

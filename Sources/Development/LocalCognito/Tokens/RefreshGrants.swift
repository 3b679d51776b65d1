/// What a refresh token grants.
struct RefreshGrant: Equatable, Sendable {
    let username: String
    let clientID: String
    /// The identifier that all tokens of one sign-in share.
    let originID: String
    /// When the user signed in, in seconds since 1970.
    let signedInAt: Int64
    let expiresAt: Int64
    /// When the token stops being valid because another one has replaced it, in seconds since 1970.
    var replacedAt: Int64?
}

/// The refresh tokens that were issued, and the origins that were revoked.
struct RefreshGrants: Equatable, Sendable {
    private var grants: [String: RefreshGrant] = [:]
    private var revokedOrigins: Set<String> = []

    mutating func add(_ grant: RefreshGrant, token: String) { grants[token] = grant }

    /// The grant of a token that is valid for the client.
    ///
    /// - Throws: `NotAuthorizedException`, or `RefreshTokenReuseException` for a token that was replaced.
    func grant(_ token: String, clientID: String, now: Int64) throws(PoolError) -> RefreshGrant {
        guard let grant = grants[token], grant.clientID == clientID else {
            throw PoolError(.notAuthorized, "Invalid Refresh Token")
        }
        guard !isRevoked(grant.originID) else { throw PoolError(.notAuthorized, "Refresh Token has been revoked") }
        guard now < grant.expiresAt else { throw PoolError(.notAuthorized, "Refresh Token has expired") }
        if let replacedAt = grant.replacedAt, now >= replacedAt { throw .refreshTokenReuse }
        return grant
    }

    /// Replaces a token that has been used with a new one. The used token stays valid for the grace period.
    mutating func rotate(_ token: String, to newToken: String, grace: Int64, now: Int64) {
        guard let grant = grants[token] else { return }
        // Another use within the grace period does not extend it.
        if grant.replacedAt == nil { grants[token]?.replacedAt = now + grace }
        var successor = grant
        successor.replacedAt = nil
        grants[newToken] = successor
    }

    /// The grant of a token of any client, even if it has expired or was revoked.
    func anyGrant(_ token: String) -> RefreshGrant? { grants[token] }

    /// Revokes all tokens of one sign-in.
    mutating func revoke(originID: String) { revokedOrigins.insert(originID) }

    /// Revokes all tokens of a user.
    mutating func revokeAll(of username: String) {
        for grant in grants.values where grant.username == username { revokedOrigins.insert(grant.originID) }
    }

    func isRevoked(_ originID: String) -> Bool { revokedOrigins.contains(originID) }
}

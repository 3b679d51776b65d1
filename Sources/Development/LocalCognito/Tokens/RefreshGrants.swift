/// A refresh token's meaning.
struct RefreshGrant: Equatable, Sendable {
    let username: String
    let clientID: String
    /// The identifier of all tokens that come of it.
    let originID: String
    /// When the user signed in, in seconds since 1970.
    let signedInAt: Int64
    let expiresAt: Int64
    /// When it stops being good because another token has taken its place, in seconds since 1970.
    var replacedAt: Int64?
}

/// The refresh tokens that are good, and the origins of those that are not any more.
struct RefreshGrants: Equatable, Sendable {
    private var grants: [String: RefreshGrant] = [:]
    private var revokedOrigins: Set<String> = []

    mutating func add(_ grant: RefreshGrant, token: String) { grants[token] = grant }

    /// The meaning of a token.
    ///
    /// - Throws: `NotAuthorizedException`.
    func grant(_ token: String, clientID: String, now: Int64) throws(PoolError) -> RefreshGrant {
        guard let grant = grants[token], grant.clientID == clientID else {
            throw PoolError(.notAuthorized, "Invalid Refresh Token")
        }
        guard !isRevoked(grant.originID) else { throw PoolError(.notAuthorized, "Refresh Token has been revoked") }
        guard now < grant.expiresAt else { throw PoolError(.notAuthorized, "Refresh Token has expired") }
        if let replacedAt = grant.replacedAt, now >= replacedAt { throw .refreshTokenReuse }
        return grant
    }

    /// Puts a new token in the place of one that has been used, which stays good for a moment.
    mutating func rotate(_ token: String, to newToken: String, grace: Int64, now: Int64) {
        guard let grant = grants[token] else { return }
        // A repeated use within the grace does not lengthen it.
        if grant.replacedAt == nil { grants[token]?.replacedAt = now + grace }
        var successor = grant
        successor.replacedAt = nil
        grants[newToken] = successor
    }

    /// The meaning of a token of any client, alive or not.
    func anyGrant(_ token: String) -> RefreshGrant? { grants[token] }

    /// Ends everything that came of one sign-in.
    mutating func revoke(originID: String) { revokedOrigins.insert(originID) }

    /// Ends everything that came of a user's sign-ins.
    mutating func revokeAll(of username: String) {
        for grant in grants.values where grant.username == username { revokedOrigins.insert(grant.originID) }
    }

    func isRevoked(_ originID: String) -> Bool { revokedOrigins.contains(originID) }
}

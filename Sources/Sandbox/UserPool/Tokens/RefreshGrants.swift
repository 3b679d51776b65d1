/// A refresh token's meaning.
struct RefreshGrant: Equatable, Sendable {
    let username: String
    let clientID: String
    /// The identifier of all tokens that come of it.
    let originID: String
    /// When the user signed in, in seconds since 1970.
    let signedInAt: Int64
    let expiresAt: Int64
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
        return grant
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

internal import OpenSSLCrypto
private import Primitives

extension UserPool {
    /// The tokens of a sign-in that has just succeeded, unless a trigger refuses it.
    func issueTokens(
        _ subject: SignInSubject, _ occasion: TokenOccasion
    ) async throws(PoolError) -> IssuedTokens {
        // Reads the account again, because a trigger may have changed it.
        let subject = SignInSubject(
            client: subject.client, name: subject.name, user: try usableUser(subject.name),
            metadata: subject.metadata)
        try await askPreTokenGeneration(context(subject), occasion)
        let user = try usableUser(subject.name)
        let refreshToken = try newRefreshToken()
        let grant = RefreshGrant(
            username: user.username, clientID: subject.client.id, originID: newID(), signedInAt: now(),
            expiresAt: now() + subject.client.refreshTokenLifetime)
        grants.add(grant, token: refreshToken)
        return try tokens(of: grant, user: user, client: subject.client, refreshToken: refreshToken)
    }

    /// New tokens for a refresh token.
    func refresh(
        _ token: String, client: AppClient, rotates: Bool, metadata: [String: String]
    ) async throws(PoolError) -> IssuedTokens {
        let username = try grants.grant(token, clientID: client.id, now: now()).username
        let subject = SignInSubject(
            client: client, name: username, user: try usableUser(username), metadata: metadata)
        try await askPreTokenGeneration(context(subject), .refresh)
        // Another call may have used or revoked the token in the meantime.
        let grant = try grants.grant(token, clientID: client.id, now: now())
        let user = try usableUser(username)
        guard rotates, let grace = client.rotationGraceSeconds else {
            return try tokens(of: grant, user: user, client: client, refreshToken: nil)
        }
        let newToken = try newRefreshToken()
        grants.rotate(token, to: newToken, grace: grace, now: now())
        return try tokens(of: grant, user: user, client: client, refreshToken: newToken)
    }

    /// - Throws: `NotAuthorizedException` for an account that has been disabled or deleted.
    private func usableUser(_ username: String) throws(PoolError) -> PoolUser {
        guard let user = users.user(username) else { throw .incorrectUsernameOrPassword }
        guard user.isEnabled else { throw .userDisabled }
        return user
    }

    /// Asks Pre Token Generation, if the pool has that trigger. It can refuse tokens, but change none.
    private func askPreTokenGeneration(_ context: TriggerContext, _ occasion: TokenOccasion) async throws(PoolError) {
        guard triggers.functions[.preTokenGeneration] != nil else { return }
        let call = context.preTokenGeneration(occasion)
        guard try TriggerReply(try await self.call(call), to: call).isNull("claimsOverrideDetails") else {
            throw PoolError(.invalidLambdaResponse, "This sandbox's tokens have no other claims.")
        }
    }

    private func newRefreshToken() throws(PoolError) -> String {
        guard let random = try? SecureRandom.bytes(48) else { throw .noTokens }
        return Base64URL.encode(random)
    }

    private func tokens(
        of grant: RefreshGrant, user: PoolUser, client: AppClient, refreshToken: String?
    ) throws(PoolError) -> IssuedTokens {
        let facts = TokenFacts(
            issuer: issuerURL, user: user, client: client, signedInAt: grant.signedInAt, now: now(),
            originID: client.revokesTokens ? grant.originID : nil, eventID: newID(),
            tokenIDs: (newID(), newID()))
        guard let tokens = try? issuer().tokens(facts) else { throw .noTokens }
        return IssuedTokens(
            accessToken: tokens.access, idToken: tokens.id, refreshToken: refreshToken,
            expiresIn: client.accessTokenLifetime)
    }
}

extension PoolError {
    fileprivate static let noTokens = PoolError(.internalError, "The tokens cannot be issued.")
}

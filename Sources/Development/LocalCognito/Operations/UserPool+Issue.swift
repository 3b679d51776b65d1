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
        try await notify(context(subject).postAuthentication())
        let overrides = try await tokenOverrides(context(subject), occasion)
        let user = try usableUser(subject.name)
        let refreshToken = try newRefreshToken()
        let grant = RefreshGrant(
            username: user.username, clientID: subject.client.id, originID: newID(), signedInAt: now(),
            expiresAt: now() + subject.client.refreshTokenLifetime)
        grants.add(grant, token: refreshToken)
        return try tokens(
            of: grant, user: user, client: subject.client, overrides: overrides, refreshToken: refreshToken)
    }

    /// New tokens for a refresh token.
    func refresh(
        _ token: String, client: AppClient, rotates: Bool, metadata: [String: String]
    ) async throws(PoolError) -> IssuedTokens {
        let username = try grants.grant(token, clientID: client.id, now: now()).username
        let subject = SignInSubject(
            client: client, name: username, user: try usableUser(username), metadata: metadata)
        let overrides = try await tokenOverrides(context(subject), .refresh)
        // Another call may have used or revoked the token in the meantime.
        let grant = try grants.grant(token, clientID: client.id, now: now())
        let user = try usableUser(username)
        guard rotates, let grace = client.rotationGraceSeconds else {
            return try tokens(of: grant, user: user, client: client, overrides: overrides, refreshToken: nil)
        }
        let newToken = try newRefreshToken()
        grants.rotate(token, to: newToken, grace: grace, now: now())
        return try tokens(of: grant, user: user, client: client, overrides: overrides, refreshToken: newToken)
    }

    /// - Throws: `NotAuthorizedException` for an account that has been disabled or deleted.
    private func usableUser(_ username: String) throws(PoolError) -> PoolUser {
        guard let user = users.user(username) else { throw .incorrectUsernameOrPassword }
        guard user.isEnabled else { throw .userDisabled }
        return user
    }

    private func tokenOverrides(
        _ context: TriggerContext, _ occasion: TokenOccasion
    ) async throws(PoolError) -> TokenOverrides {
        guard triggers.functions[.preTokenGeneration] != nil else { return TokenOverrides() }
        let call = context.preTokenGeneration(occasion)
        let reply = try TriggerReply(try await self.call(call), to: call, behaviour: settings.undocumentedBehaviour)
        return try TokenOverrides(reply, settings.preTokenGeneration)
    }

    private func newRefreshToken() throws(PoolError) -> String {
        guard let random = try? SecureRandom.bytes(48) else { throw .noTokens }
        return Base64URL.encode(random)
    }

    private func tokens(
        of grant: RefreshGrant, user: PoolUser, client: AppClient, overrides: TokenOverrides,
        refreshToken: String?
    ) throws(PoolError) -> IssuedTokens {
        let facts = TokenFacts(
            issuer: issuerURL, user: user, client: client, signedInAt: grant.signedInAt, now: now(),
            originID: client.revokesTokens ? grant.originID : nil, eventID: newID(),
            tokenIDs: (newID(), newID()), overrides: overrides)
        guard let tokens = try? issuer().tokens(facts) else { throw .noTokens }
        return IssuedTokens(
            accessToken: tokens.access, idToken: tokens.id, refreshToken: refreshToken,
            expiresIn: client.accessTokenLifetime)
    }
}

extension PoolError {
    fileprivate static let noTokens = PoolError(.internalError, "The tokens cannot be issued.")
}

internal import JOSE
internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import SignInTokens

extension RequestHandler {
    /// The bearer of a request's token, which is required. An app that names another pool is refused, because its
    /// passkeys are not here.
    func bearer(_ credentials: Credentials) throws(APIError) -> Bearer {
        guard case .bearer(let token) = credentials else { throw .invalidToken }
        let bearer: Bearer
        do throws(SignInTokenError) { bearer = try Bearer(token, pool: pool, now: now) } catch {
            throw error == .notGenuine(.expired) ? .expiredToken : .invalidToken
        }
        guard namedPoolID?.hasSameBytes(as: pool.id) ?? true else { throw .wrongTenant }
        return bearer
    }

    /// Checks that an app names the pool. Another pool has its own error; otherwise apps would take all passkeys for
    /// removed, and delete them from the device.
    func checkPool(namedIn credentials: Credentials) throws(APIError) {
        guard let id = credentials.tenantID else { throw .unauthorized }
        guard id.hasSameBytes(as: pool.id) else { throw .wrongTenant }
    }

    /// The bearer of a token; nil for an app that only names the pool.
    func caller(_ credentials: Credentials) throws(APIError) -> Bearer? {
        if case .bearer = credentials { return try bearer(credentials) }
        try checkPool(namedIn: credentials)
        return nil
    }

    /// A new identifier.
    func newID() throws(APIError) -> String {
        do { return UUIDText.version4(try SecureRandom.bytes(16)) } catch { throw .unexpected }
    }
}

extension RequestHandler {
    /// The token that says that a user has proven an action.
    ///
    /// - Parameters:
    ///   - time: when it was proven, in seconds since 1970.
    ///   - authenticatorID: the passkey or the mailbox that was proven.
    ///   - address: the address that was proven, if one was.
    ///   - assurance: further facts of a passkey's proof.
    func prove(
        _ action: ActionID, by method: VerificationMethod, user: StoredUser, with authenticatorID: String,
        address: String? = nil, username: String?, assurance: Assurance = Assurance(), at time: Int64
    ) throws(APIError) -> String {
        let token = ResultToken(
            TokenClaims(
                userPoolID: pool.id, subject: user.id.id, issuedAt: time, expiresAt: time + settings.tokenLifetime,
                scope: TokenScope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
                username: username ?? user.username ?? user.id.id),
            method: method,
            emailDigest: address.map(pool.keys.emailDigest), authenticatorID: authenticatorID, assurance: assurance)
        do { return try token.signed(with: pool.keys) } catch { throw .unexpected }
    }
}

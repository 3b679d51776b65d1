internal import Primitives
internal import SignInTokens

extension RequestHandler {
    /// The token that says that a user has proven an action.
    ///
    /// - Parameters:
    ///   - time: when it was proven, in seconds since 1970.
    ///   - authenticatorID: the passkey or the mailbox that was proven.
    ///   - address: the address that was proven, if one was.
    ///   - assurance: what a passkey's proof says besides.
    ///   - region: the Region whose functions may accept the proof; nil if the token that asked for it named none.
    func prove(
        _ action: ActionID, by method: VerificationMethod, user: StoredUser, with authenticatorID: String,
        address: String? = nil, username: String?, assurance: Assurance = Assurance(), region: String?, at time: Int64
    ) throws(APIError) -> String {
        let token = ResultToken(
            userPoolID: pool.id, subject: user.id.id, issuedAt: time, expiresAt: time + settings.tokenLifetime,
            scope: TokenScope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            username: username ?? user.username ?? user.id.id, method: method,
            emailDigest: address.map(pool.keys.emailDigest), authenticatorID: authenticatorID, assurance: assurance,
            region: region)
        do { return try token.signed(with: pool.keys) } catch { throw .unexpected }
    }
}

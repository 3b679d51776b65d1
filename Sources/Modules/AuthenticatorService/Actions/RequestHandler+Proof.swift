internal import Primitives
internal import SignInTokens

extension RequestHandler {
    /// Records that a user has proven an action, and returns the token that says so; nil if the tenant is a user pool
    /// and there is no action, because a pool's function could not use such a token.
    ///
    /// - Parameters:
    ///   - time: when it was proven, in seconds since 1970; now if it is nil.
    ///   - authenticatorID: the passkey or the mailbox that was proven.
    ///   - address: the address that was proven, if one was.
    ///   - assurance: what a passkey's proof says besides.
    ///   - region: the Region whose functions may accept the proof; nil if the token that asked for it named none.
    func prove(
        _ action: ActionID?, by method: VerificationMethod, user: StoredUser, tenant: ServedTenant,
        with authenticatorID: String, address: String? = nil, username: String? = nil,
        assurance: Assurance = Assurance(), region: String?, at time: Int64? = nil
    ) throws(APIError) -> String? {
        guard let keys = tenant.signInKeys else {
            if let action { try markSucceeded(action, by: method) }
            return try token(
                tenant: tenant, user: user.id, scope: TokenScope.all, action: action,
                username: user.username ?? username, at: time)
        }
        guard let action else { return nil }
        let time = time ?? now
        let token = ResultToken(
            userPoolID: tenant.id, subject: user.id.id, issuedAt: time, expiresAt: time + settings.tokenLifetime,
            scope: TokenScope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            username: username ?? user.username ?? user.id.id, method: method,
            emailDigest: address.map(keys.emailDigest), authenticatorID: authenticatorID, assurance: assurance,
            region: region)
        do { return try token.signed(with: keys) } catch { throw .unexpected }
    }

    /// Marks an action as succeeded, unless a person or a rule holds it in another state.
    private func markSucceeded(_ id: ActionID, by method: VerificationMethod) throws(APIError) {
        _ = try changeAction(id) { action in
            var action = action ?? ActionRecord(state: .challengeSucceeded, at: now)
            guard !action.state.isHeld else { return action }
            action.state = .challengeSucceeded
            action.stateUpdatedAt = now
            action.verificationMethod = method
            return action
        }
    }
}

internal import Primitives
internal import SignInTokens

extension RequestHandler {
    /// Records that a user has proven an action, and returns the token that says so; nil if the tenant is a user pool
    /// and there is no action, because a pool's function could not use such a token.
    ///
    /// - Parameters:
    ///   - time: when it was proven, in seconds since 1970; now if it is nil.
    ///   - address: the address that was proven. If nil, the token names the user's address that matches
    ///     `emailDigest`, or else the user's address that was verified last.
    func prove(
        _ action: ActionID?, by method: VerificationMethod, user: StoredUser, tenant: ServedTenant,
        address: String? = nil, emailDigest: String? = nil, username: String? = nil, at time: Int64? = nil
    ) throws(APIError) -> String? {
        guard tenant.isSigned else {
            if let action { try markSucceeded(action, by: method) }
            return try token(
                tenant: tenant, user: user.id, scope: TokenScope.all, action: action,
                username: user.username ?? username)
        }
        guard let action else { return nil }
        let addresses = user.emails.sorted { $0.lastVerifiedAt < $1.lastVerifiedAt }.compactMap(\.address)
        let named = addresses.last { address in emailDigest.map { tenant.isDigest($0, of: address) } ?? false }
        // A user who has removed every mailbox may still have passkeys, which prove no address.
        let digest =
            (address ?? named ?? addresses.last).map { EmailDigest.of($0, key: tenant.secrets[0]) }
            ?? EmailDigest.ofNoAddress(subject: user.id.id, key: tenant.secrets[0])
        let time = time ?? now
        let token = SignInToken(
            userPoolID: tenant.id, subject: user.id.id, issuedAt: time, expiresAt: time + settings.tokenLifetime,
            scope: TokenScope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            username: username ?? user.username ?? user.id.id,
            emailDigest: digest, proof: SignInToken.Proof(method: method))
        do { return try token.minted(with: tenant.key) } catch { throw .unexpected }
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

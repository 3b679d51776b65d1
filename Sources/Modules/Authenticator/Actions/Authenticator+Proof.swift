internal import Primitives
internal import SignInTokens

extension Authenticator {
    /// Records that a user has proven an action, and gives the token that says so; nil where there is no action that
    /// a function of a user pool could take it for.
    ///
    /// - Parameters:
    ///   - address: the address that was proven; nil for the user's of which `emailDigest` is one, or else the latest.
    func prove(
        _ action: ActionID?, by method: VerificationMethod, user: StoredUser, tenant: ServedTenant,
        address: String? = nil, emailDigest: String? = nil, username: String? = nil
    ) throws(APIError) -> String? {
        guard tenant.isSigned else {
            if let action { succeed(action, by: method) }
            return try token(
                tenant: tenant, user: user.id, scope: TokenScope.all, action: action,
                username: user.username ?? username)
        }
        guard let action else { return nil }
        let addresses = user.emails.sorted { $0.lastVerifiedAt < $1.lastVerifiedAt }.compactMap(\.address)
        let named = addresses.last { address in emailDigest.map { tenant.digest($0, isOf: address) } ?? false }
        // Who has removed every mailbox still has passkeys, and proves no address with them.
        let digest =
            (address ?? named ?? addresses.last).map { EmailDigest.of($0, key: tenant.secrets[0]) }
            ?? EmailDigest.ofNoAddress(subject: user.id.id, key: tenant.secrets[0])
        let time = now()
        let token = SignInToken(
            userPoolID: tenant.id, subject: user.id.id, issuedAt: time, expiresAt: time + settings.tokenLifetime,
            scope: TokenScope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            username: username ?? user.username ?? user.id.id,
            emailDigest: digest, proof: SignInToken.Proof(method: method))
        do { return try token.minted(with: tenant.key) } catch { throw .unexpected }
    }

    /// Puts an action into the state of success, unless a person or a rule stands in the way.
    private func succeed(_ id: ActionID, by method: VerificationMethod) {
        var action = actions[id] ?? ActionRecord(state: .challengeSucceeded, at: now())
        guard !action.state.isHeld else { return }
        action.state = .challengeSucceeded
        action.stateUpdatedAt = now()
        action.verificationMethod = method
        actions[id] = action
    }
}

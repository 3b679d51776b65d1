internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import Primitives
internal import SignInTokens

extension Authenticator {
    /// The bearer of a request's token.
    func bearer(_ token: String) throws(APIError) -> Bearer {
        var isExpired = false
        for tenant in tenants {
            do throws(JOSEError) {
                return try Bearer(verifying: token, tenant: tenant, now: now())
            } catch {
                isExpired = isExpired || error == .expired
            }
        }
        throw isExpired ? .expiredToken : .invalidToken
    }

    /// A token of an Authsignal tenant.
    func token(
        tenant: ServedTenant, user: UserID, scope: String, action: ActionID?, username: String?, at time: Int64? = nil,
        lifetime: Int64? = nil
    ) throws(APIError) -> String {
        let time = time ?? now()
        let payload = JSONWriter.object { claims in
            claims.member("iat", time)
            claims.member("exp", time + (lifetime ?? settings.tokenLifetime))
            claims.member("sub", user.id)
            claims.member("iss", tenant.issuer)
            claims.member("aud", tenant.issuer)
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", tenant.id)
                other.member("publishableKey", "stand-in")
                other.member("userId", user.id)
                other.member("actionCode", ifPresent: action?.code)
                other.member("idempotencyKey", ifPresent: action?.idempotencyKey)
                other.member("username", ifPresent: username)
            }
        }
        do { return try CompactJWS.sign(payload, type: "JWT", key: tenant.key) } catch { throw .unexpected }
    }

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
                tenant: tenant, user: user.id, scope: Scope.all, action: action, username: user.username ?? username)
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
            scope: Scope.all, actionCode: action.code, idempotencyKey: action.idempotencyKey,
            username: username ?? user.username ?? user.id.id,
            emailDigest: digest, proof: SignInToken.Proof(method: method))
        do { return try token.minted(with: tenant.key) } catch { throw .unexpected }
    }

    /// Puts an action into the state of success, unless a person or a rule stands in the way.
    private func succeed(_ id: ActionID, by method: VerificationMethod) {
        var action = actions[id] ?? TrackedAction(state: .challengeSucceeded, at: now())
        guard !action.state.isHeld else { return }
        action.state = .challengeSucceeded
        action.stateUpdatedAt = now()
        action.verificationMethod = method
        actions[id] = action
    }

    /// A new identifier.
    func newID() throws(APIError) -> String {
        do { return UUIDText.version4(try SecureRandom.bytes(16)) } catch { throw .unexpected }
    }
}

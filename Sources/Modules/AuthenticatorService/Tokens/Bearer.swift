internal import JOSE
internal import JSON
internal import SignInTokens

/// The bearer of a token, and what the token allows.
struct Bearer: Sendable {
    let tenant: ServedTenant
    let user: UserID
    let scopes: Set<TokenScope>
    /// The action that the token is for; nil if a passkey was proven without an action.
    let action: ActionID?
    /// The tenant's name for the user.
    let username: String?
    /// The digest of the address that the user may enrol first. Only `signed` tenants have it.
    let emailDigest: String?
    /// Whether the token is the result of a proof. Always false outside `signed` tenants.
    let isResult: Bool

    /// Tells the token from all others.
    var tokenDigest = ""

    /// Whether the user does not exist. The bearer must not learn this.
    let isPhantom: Bool

    /// Whether the token was issued without any proof, in a tenant that must not reveal which users exist.
    var isStranger: Bool { tenant.isSigned && !isResult && !scopes.contains(.add) }

    /// Whether the token's digest is that of an address.
    func hasDigest(of address: String) -> Bool {
        emailDigest.map { tenant.isDigest($0, of: address) } ?? false
    }

    /// Verifies a token with a tenant's keys.
    init(verifying token: String, tenant: ServedTenant, now: Int64) throws(JOSEError) {
        self =
            tenant.isSigned
            ? try Self.signed(token, tenant: tenant, now: now) : try Self.authsignal(token, tenant: tenant, now: now)
    }

    private init(
        tenant: ServedTenant, userID: String, scope: String, actionCode: String?, idempotencyKey: String?,
        username: String?, emailDigest: String? = nil, isResult: Bool = false
    ) {
        self.tenant = tenant
        let user = UserID(tenantID: tenant.id, id: userID)
        self.user = user
        scopes = TokenScope.set(scope)
        if let actionCode, let idempotencyKey {
            action = ActionID(user: user, code: actionCode, idempotencyKey: idempotencyKey)
        } else {
            action = nil
        }
        self.username = username
        self.emailDigest = emailDigest
        self.isResult = isResult
        isPhantom = tenant.isPhantom(userID)
    }

    private static func signed(_ text: String, tenant: ServedTenant, now: Int64) throws(JOSEError) -> Bearer {
        var failure = JOSEError.invalidSignature
        for kind in [SignInToken.Kind.challenge, .result] {
            do throws(SignInTokenError) {
                let token = try SignInToken(
                    verifying: text, as: kind, userPoolID: tenant.id, keys: tenant.verificationKeys, now: now)
                return Bearer(
                    tenant: tenant, userID: token.subject, scope: token.scope, actionCode: token.actionCode,
                    idempotencyKey: token.idempotencyKey, username: token.username, emailDigest: token.emailDigest,
                    isResult: kind == .result)
            } catch {
                switch error {
                case .notGenuine(.expired): throw .expired
                case .notGenuine(let error): failure = error
                case .invalidClaim(let name): failure = .invalidClaim(name)
                }
            }
        }
        throw failure
    }

    private static func authsignal(_ text: String, tenant: ServedTenant, now: Int64) throws(JOSEError) -> Bearer {
        let claims = try Claims(CompactJWS.verify(text, keys: tenant.verificationKeys, expectedType: "JWT"))
        try claims.validate(issuer: tenant.issuer, audience: tenant.issuer, now: now, skew: 0)
        guard let other = claims["other"], let userID = other["userId"]?.string, !userID.isEmpty,
            userID == claims.subject, other["tenantId"]?.string == tenant.id
        else { throw .invalidClaim("other") }
        return Bearer(
            tenant: tenant, userID: userID, scope: claims["scope"]?.string ?? "",
            actionCode: other["actionCode"]?.string, idempotencyKey: other["idempotencyKey"]?.string,
            username: other["username"]?.string)
    }
}

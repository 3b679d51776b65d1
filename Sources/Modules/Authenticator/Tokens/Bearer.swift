internal import JOSE
internal import JSON
internal import SignInTokens

/// Who carries a token, and for what.
struct Bearer: Sendable {
    let tenant: ServedTenant
    let user: UserID
    let scopes: Set<TokenScope>
    /// The action the token is for; nil where a passkey was proven for none.
    let action: ActionID?
    /// The tenant's name for the user.
    let username: String?
    /// The digest of the address that may be enrolled first; of `signed` tenants alone.
    let emailDigest: String?
    /// Whether the token comes of a proof; told of `signed` tenants alone.
    let isResult: Bool

    /// Whether the user is one who does not exist, and is not to learn it.
    let isPhantom: Bool

    /// Whether nobody has proven anything to get the token, in a tenant that is not to tell who exists.
    var isStranger: Bool { tenant.isSigned && !isResult && !scopes.contains(.add) }

    /// The bearer of a token of a tenant.
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

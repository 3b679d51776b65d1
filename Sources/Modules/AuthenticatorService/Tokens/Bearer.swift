internal import JOSE
internal import JSON
internal import Primitives
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
    /// The address that a challenge token of a user pool names: the only one that may be sent a code.
    let address: String?
    /// Whether Cognito counts that address as verified.
    let isAddressVerified: Bool
    /// The user's language and region as Cognito has them; nil if they are not known.
    let locale: String?
    /// The Region whose functions judge a proof made with the token; nil if the token names none.
    let region: String?
    /// When the token was issued, in seconds since 1970.
    let issuedAt: Int64
    /// The authenticator with which a result token of a user pool was earned.
    private let authenticatorID: String?
    /// How the bearer has proven who they are. Always nil outside `signed` tenants.
    let provenMethod: VerificationMethod?

    /// Tells the token from all others.
    var tokenDigest = ""

    /// Whether the user does not exist. The bearer must not learn this.
    let isPhantom: Bool

    /// Whether the token is the result of a proof. Always false outside `signed` tenants.
    var isResult: Bool { provenMethod != nil }

    /// Whether the token was issued without any proof, in a tenant that must not reveal which users exist.
    var isStranger: Bool { tenant.isSigned && !isResult && !scopes.contains(.add) }

    /// Whether a user still has what the bearer has proven. Without a result token of a user pool there is nothing to
    /// lose.
    func stillHasProof(_ user: StoredUser?) -> Bool {
        guard isResult else { return true }
        return user?.authenticators.contains { $0.id == authenticatorID && $0.createdAt <= issuedAt } ?? false
    }

    /// Whether the address in the token may take the place of a user's mailbox: Cognito says that it is verified, and
    /// has not been given another one since, which the user has proven.
    func mayReplaceMailbox(of user: StoredUser) -> Bool {
        isAddressVerified && user.emails.allSatisfy { $0.createdAt <= issuedAt }
    }

    /// Verifies a token with a tenant's keys.
    init(verifying token: String, tenant: ServedTenant, now: Int64) throws(JOSEError) {
        guard let keys = tenant.signInKeys else {
            self = try Self.authsignal(token, tenant: tenant, now: now)
            return
        }
        do throws(SignInTokenError) { self = try Self.signed(token, tenant: tenant, keys: keys, now: now) } catch {
            switch error {
            case .notGenuine(let error), .notMade(let error): throw error
            case .invalidClaim(let name): throw .invalidClaim(name)
            case .contentTooLong: throw .invalidClaim("other")
            }
        }
    }

    private init(
        tenant: ServedTenant, userID: String, scope: String, actionCode: String?, idempotencyKey: String?,
        username: String?, address: String? = nil, isAddressVerified: Bool = false, locale: String? = nil,
        provenMethod: VerificationMethod? = nil, issuedAt: Int64 = 0, authenticatorID: String? = nil,
        region: String? = nil, isPhantom: Bool = false
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
        self.address = address
        self.isAddressVerified = isAddressVerified
        self.locale = locale
        self.provenMethod = provenMethod
        self.issuedAt = issuedAt
        self.authenticatorID = authenticatorID
        self.region = region
        self.isPhantom = isPhantom
    }

    private static func signed(
        _ text: String, tenant: ServedTenant, keys: SignInKeys, now: Int64
    ) throws(SignInTokenError) -> Bearer {
        // A sealed token has five segments and a signed one three.
        if text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 4 {
            let token = try ChallengeToken(opening: text, userPoolID: tenant.id, keys: keys, now: now)
            return Bearer(
                tenant: tenant, userID: token.subject, scope: token.scope, actionCode: token.actionCode,
                idempotencyKey: token.idempotencyKey, username: token.username, address: token.email?.text,
                isAddressVerified: token.email?.isVerified ?? false, locale: token.locale,
                issuedAt: token.issuedAt, region: token.region, isPhantom: token.isUserUnknown)
        }
        let token = try ResultToken(verifying: text, userPoolID: tenant.id, keys: keys, now: now)
        guard token.state == .challengeSucceeded else { throw .invalidClaim("state") }
        return Bearer(
            tenant: tenant, userID: token.subject, scope: token.scope, actionCode: token.actionCode,
            idempotencyKey: token.idempotencyKey, username: token.username, provenMethod: token.method,
            issuedAt: token.issuedAt, authenticatorID: token.authenticatorID, region: token.region)
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

internal import AuthenticatorService
internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import Passkeys
internal import TestKeys

/// A token in Authsignal's form, which the tenant's secret signs.
struct AuthsignalToken {
    let userID: String
    let scopes: Set<Substring>
    /// The action that the token is for; nil if a passkey was proven without an action.
    let action: ActionID?
    let username: String?
    /// When it expires, in seconds since 1970.
    let expiration: Int64

    static let readScope = "read:authenticators"
    static let addScope = "add:authenticators"
    /// All scopes, as a token has them after a proof.
    static let allScopes = "\(readScope) \(addScope) update:authenticators remove:authenticators"

    /// Verifies a token of a tenant.
    init(verifying text: String, tenantID: String, secret: String, now: Int64) throws(JOSEError) {
        let key = try VerificationKey(hs256Secret: Array(secret.utf8))
        let claims = try Claims(CompactJWS.verify(text, keys: [key], expectedType: "JWT"))
        let issuer = Self.issuer(tenantID)
        try claims.validate(issuer: issuer, audience: issuer, now: now, skew: 0)
        guard let other = claims["other"], let userID = other["userId"]?.string, !userID.isEmpty,
            userID == claims.subject, other["tenantId"]?.string == tenantID, let expiration = claims.expiration
        else { throw .invalidClaim("other") }
        self.userID = userID
        self.expiration = expiration
        scopes = Set((claims["scope"]?.string ?? "").split(separator: " "))
        username = other["username"]?.string
        action = other["actionCode"]?.string.flatMap { code in
            other["idempotencyKey"]?.string.map { key in
                ActionID(user: UserID(tenantID: tenantID, id: userID), code: code, idempotencyKey: key)
            }
        }
    }

    /// Signs a token of a tenant.
    static func signed(
        _ secret: String, user: UserID, scope: String, action: ActionID?, username: String?, at time: Int64,
        lifetime: Int64
    ) throws(JOSEError) -> String {
        let payload = JSONWriter.object { claims in
            claims.member("iat", time)
            claims.member("exp", time + lifetime)
            claims.member("sub", user.id)
            claims.member("iss", issuer(user.tenantID))
            claims.member("aud", issuer(user.tenantID))
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", user.tenantID)
                other.member("publishableKey", "stand-in")
                other.member("userId", user.id)
                other.member("actionCode", ifPresent: action?.code)
                other.member("idempotencyKey", ifPresent: action?.idempotencyKey)
                other.member("username", ifPresent: username)
            }
        }
        return try CompactJWS.sign(payload, type: "JWT", key: SigningKey(hs256Secret: Array(secret.utf8)))
    }

    private static func issuer(_ tenantID: String) -> String { "https://challenge.authsignal.com/\(tenantID)" }
}

internal import JOSE
internal import JSON
private import Primitives
internal import TestKeys

/// A challenge token or result token of `signed` mode before it is sealed or signed.
struct TokenTemplate: Sendable {
    /// The user pool: issuer and audience are made from it.
    var userPoolID: String
    /// The user's `sub`.
    var subject: String
    /// `userName` of the event.
    var username: String
    /// What the bearer may do at the authenticator.
    var scope = "read:authenticators"
    /// The action code.
    var action = "cognitoAuth"
    /// The round's idempotency key.
    var idempotencyKey: String
    /// The Cognito email. A challenge token carries it, and the result token of an emailed code a digest of it.
    var email: String
    /// Seconds since 1970.
    var issuedAt: Int64
    /// Seconds from `issuedAt` until the token expires.
    var lifetime: Int64 = 600
    /// What was proven; nil in a challenge token.
    var verificationMethod: String?
    /// The state of the action; nil in a challenge token.
    var state: String?
    /// Whether the device verified its user; nil in a challenge token, and if the authenticator does not say it.
    var userVerified: Bool?
    /// The authenticator's id for what was proven; nil if the token does not name it.
    var authenticatorID: String?

    /// A challenge token. Setting `verificationMethod` and `state` makes it a result token.
    init(
        userPoolID: String, subject: String, username: String, idempotencyKey: String, email: String, issuedAt: Int64
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.username = username
        self.idempotencyKey = idempotencyKey
        self.email = email
        self.issuedAt = issuedAt
    }

    /// The token: sealed if it is a challenge, signed with HS256 if it is a result.
    ///
    /// - Parameter type: the header's `typ`.
    func made(type: String, with keys: DocumentedKeys) throws -> String {
        guard verificationMethod != nil else {
            return try CompactJWE.seal(payload(keys), type: type, key: keys.challengeKey)
        }
        return try CompactJWS.sign(payload(keys), type: type, key: keys.resultKey)
    }

    /// The token with algorithm `none` and no signature. Nobody may accept it.
    func unsigned(type: String, digestKeys: DocumentedKeys) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", "none")
            header.member("typ", type)
        }
        return Base64URL.encode(header) + "." + Base64URL.encode(payload(digestKeys)) + "."
    }

    private func payload(_ keys: DocumentedKeys) -> [UInt8] {
        let pool = "urn:cognito-passkeys:" + userPoolID
        return JSONWriter.object { claims in
            claims.member("iss", pool)
            claims.member("aud", pool)
            claims.member("sub", subject)
            claims.member("iat", issuedAt)
            claims.member("exp", issuedAt + lifetime)
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", userPoolID)
                other.member("userId", subject)
                other.member("actionCode", action)
                other.member("idempotencyKey", idempotencyKey)
                other.member("username", username)
                guard let verificationMethod else {
                    other.member("email", email)
                    other.member("emailVerified", true)
                    other.member("userNotFound", false)
                    return
                }
                other.member("verificationMethod", verificationMethod)
                other.member("state", ifPresent: state)
                if let userVerified { other.member("userVerified", userVerified) }
                other.member("authenticatorId", ifPresent: authenticatorID)
                if verificationMethod == "EMAIL_OTP" { other.member("emailDigest", keys.emailDigest(of: email)) }
            }
        }
    }
}

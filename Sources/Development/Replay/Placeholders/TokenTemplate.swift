internal import JOSE
internal import JSON
internal import OpenSSLCrypto
private import Primitives

/// A challenge token or result token of `signed` mode before it is signed.
package struct TokenTemplate: Sendable {
    /// The user pool: issuer and audience are made from it.
    package var userPoolID: String
    /// The user's `sub`.
    package var subject: String
    /// `userName` of the event.
    package var username: String
    /// The action code.
    package var action = "cognitoAuth"
    /// The round's idempotency key.
    package var idempotencyKey: String
    /// The Cognito email. The token carries a keyed digest of it.
    package var email: String
    /// Seconds since 1970.
    package var issuedAt: Int64
    /// Seconds from `issuedAt` until the token expires.
    package var lifetime: Int64 = 600
    /// What was proven; nil in a challenge token.
    package var verificationMethod: String?
    /// The state of the action; nil in a challenge token.
    package var state: String?

    /// A challenge token. Setting `verificationMethod` and `state` makes it a result token.
    package init(
        userPoolID: String, subject: String, username: String, idempotencyKey: String, email: String, issuedAt: Int64
    ) {
        self.userPoolID = userPoolID
        self.subject = subject
        self.username = username
        self.idempotencyKey = idempotencyKey
        self.email = email
        self.issuedAt = issuedAt
    }

    /// The claims, with the digest made under a key.
    package func payload(digestKey: [UInt8]) -> [UInt8] {
        let pool = "urn:cognito-passkeys:" + userPoolID
        return JSONWriter.object { claims in
            claims.member("iss", pool)
            claims.member("aud", pool)
            claims.member("sub", subject)
            claims.member("iat", issuedAt)
            claims.member("exp", issuedAt + lifetime)
            claims.member("scope", "read:authenticators")
            claims.member("other") { other in
                other.member("tenantId", userPoolID)
                other.member("userId", subject)
                other.member("actionCode", action)
                other.member("idempotencyKey", idempotencyKey)
                other.member("username", username)
                other.member("emailDigest", Self.emailDigest(of: email, key: digestKey))
                other.member("verificationMethod", ifPresent: verificationMethod)
                other.member("state", ifPresent: state)
            }
        }
    }

    /// The token, signed with HS256.
    ///
    /// - Parameter type: the header's `typ`.
    /// - Throws: `JOSEError.secretTooShort`.
    package func signed(type: String, secret: [UInt8]) throws -> String {
        try CompactJWS.sign(payload(digestKey: secret), type: type, key: SigningKey(hs256Secret: secret))
    }

    /// The token with algorithm `none` and no signature. Nobody may accept it.
    package func unsigned(type: String, digestKey: [UInt8]) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", "none")
            header.member("typ", type)
        }
        return Base64URL.encode(header) + "." + Base64URL.encode(payload(digestKey: digestKey)) + "."
    }

    /// base64url(HMAC-SHA256(key, "email" ‖ address in lower case)).
    package static func emailDigest(of email: String, key: [UInt8]) -> String {
        Base64URL.encode(HMACSHA256.authenticationCode(for: Array(("email" + email.lowercased()).utf8), key: key))
    }
}

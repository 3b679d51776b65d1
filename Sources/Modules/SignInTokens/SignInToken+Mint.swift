package import JOSE
private import JSON
internal import Primitives

extension SignInToken {
    /// The token in its compact serialization (RFC 7515 section 7.1).
    /// - Throws: `JOSEError` if the key cannot sign.
    package func minted(with key: SigningKey) throws(JOSEError) -> String {
        let claims = JSONWriter.object { claims in
            claims.member("iss", Self.issuer(userPoolID))
            claims.member("aud", Self.issuer(userPoolID))
            claims.member("sub", subject)
            claims.member("iat", issuedAt)
            claims.member("exp", expiresAt)
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", userPoolID)
                other.member("userId", subject)
                other.member("actionCode", actionCode)
                other.member("idempotencyKey", idempotencyKey)
                other.member("username", username)
                other.member("emailDigest", emailDigest)
                other.member("verificationMethod", ifPresent: proof?.method.rawValue)
                other.member("state", ifPresent: proof?.state.rawValue)
            }
        }
        return try CompactJWS.sign(claims, type: kind.rawValue, key: key)
    }
}

package import JOSE
private import JSON
private import Primitives

/// Why a token of `signed` mode is not accepted.
package enum SignInTokenError: Error, Equatable, Sendable {
    /// The signature, the header, the issuer, the audience or a time is wrong.
    case notGenuine(JOSEError)
    /// A claim is missing or contradicts another. The value is the claim's name.
    case invalidClaim(String)
}

extension SignInToken {
    /// Verifies a token of one kind and pool.
    /// - Parameters:
    ///   - keys: the current key and, during a rotation, the previous one.
    ///   - now: seconds since 1970.
    package init(
        verifying token: String, as kind: Kind, userPoolID: String, keys: [VerificationKey], now: Int64
    ) throws(SignInTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(try CompactJWS.verify(token, keys: keys, expectedType: kind.rawValue))
            let issuer = Self.issuer(userPoolID)
            try claims.validate(issuer: issuer, audience: issuer, now: now, skew: ClockSkew.maximum)
        } catch {
            throw .notGenuine(error)
        }
        let other = claims["other"]
        func required(_ name: String) throws(SignInTokenError) -> String {
            guard let value = other?[name]?.string, !value.isEmpty else { throw .invalidClaim(name) }
            return value
        }
        guard let subject = claims.subject, let issuedAt = claims.issuedAt, let expiresAt = claims.expiration else {
            throw .invalidClaim("sub, iat or exp")
        }
        guard try required("userId") == subject else { throw .invalidClaim("userId") }
        guard try required("tenantId") == userPoolID else { throw .invalidClaim("tenantId") }
        var proof: Proof?
        if kind == .result {
            proof = Proof(
                method: VerificationMethod(rawValue: try required("verificationMethod")),
                state: ActionState(rawValue: try required("state")))
        }
        self.init(
            userPoolID: userPoolID, subject: subject, issuedAt: issuedAt, expiresAt: expiresAt,
            scope: claims["scope"]?.string ?? "", actionCode: try required("actionCode"),
            idempotencyKey: try required("idempotencyKey"), username: try required("username"),
            emailDigest: try required("emailDigest"), proof: proof)
    }
}

internal import JOSE
private import JSON
internal import Primitives

extension ResultToken {
    /// The token in its compact serialization (RFC 7515 section 7.1), signed with the current key.
    ///
    /// - Throws: `notMade`.
    package func signed(with keys: SignInKeys) throws(SignInTokenError) -> String {
        do { return try CompactJWS.sign(claims, type: Self.type, key: keys.current.resultKey) } catch {
            throw .notMade(error)
        }
    }

    private var claims: [UInt8] {
        TokenClaims(
            userPoolID: userPoolID, subject: subject, issuedAt: issuedAt, expiresAt: expiresAt, scope: scope,
            actionCode: actionCode, idempotencyKey: idempotencyKey, username: username, region: region
        ).json { other in
            other.member("verificationMethod", method.rawValue)
            other.member("state", state.rawValue)
            other.member("emailDigest", ifPresent: emailDigest)
            other.member("authenticatorId", ifPresent: authenticatorID)
            if let flag = assurance.isUserVerified { other.member("userVerified", flag) }
            if let flag = assurance.isBackupEligible { other.member("backupEligible", flag) }
            if let flag = assurance.isBackedUp { other.member("backedUp", flag) }
            other.member("aaguid", ifPresent: assurance.aaguid)
        }
    }
}

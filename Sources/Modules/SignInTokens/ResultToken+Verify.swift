internal import JOSE
internal import Primitives

extension ResultToken {
    /// Verifies a token of a pool.
    ///
    /// - Parameter now: seconds since 1970.
    package init(
        verifying token: String, userPoolID: String, keys: SignInKeys, now: Int64
    ) throws(SignInTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(
                CompactJWS.verify(
                    token, keys: keys.all.map(\.resultKey.verificationKey), expectedType: Self.type))
        } catch {
            throw .notGenuine(error)
        }
        let common = try TokenClaims(claims, userPoolID: userPoolID, now: now)
        guard let method = try claims.optionalText("verificationMethod") else {
            throw .invalidClaim("verificationMethod")
        }
        guard let state = try claims.optionalText("state") else { throw .invalidClaim("state") }
        self.init(
            userPoolID: userPoolID, subject: common.subject, issuedAt: common.issuedAt, expiresAt: common.expiresAt,
            scope: common.scope, actionCode: common.actionCode, idempotencyKey: common.idempotencyKey,
            username: common.username, method: VerificationMethod(rawValue: method),
            state: ActionState(rawValue: state), emailDigest: try claims.optionalText("emailDigest"),
            authenticatorID: try claims.optionalText("authenticatorId"),
            assurance: try Assurance(claims), region: common.region)
    }
}

extension Assurance {
    fileprivate init(_ claims: Claims) throws(SignInTokenError) {
        let aaguid = try claims.optionalText("aaguid")
        guard aaguid.map({ UUIDText.bytes($0) != nil }) ?? true else { throw .invalidClaim("aaguid") }
        self.init(
            isUserVerified: try claims.optionalFlag("userVerified"),
            isBackupEligible: try claims.optionalFlag("backupEligible"),
            isBackedUp: try claims.optionalFlag("backedUp"), aaguid: aaguid)
    }
}

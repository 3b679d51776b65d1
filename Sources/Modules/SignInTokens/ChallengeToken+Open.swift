internal import JOSE

extension ChallengeToken {
    /// Opens and checks a sealed token of a pool.
    ///
    /// - Parameter now: seconds since 1970.
    package init(
        opening token: String, userPoolID: String, keys: SignInKeys, now: Int64
    ) throws(SignInTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(
                CompactJWE.open(token, keys: keys.all.map(\.challengeKey), expectedType: Self.type))
        } catch {
            throw .notGenuine(error)
        }
        let common = try TokenClaims(claims, userPoolID: userPoolID, now: now)
        var email: Address?
        if let text = try claims.optionalText("email") {
            guard let isVerified = try claims.optionalFlag("emailVerified") else {
                throw .invalidClaim("emailVerified")
            }
            email = Address(text, isVerified: isVerified)
        }
        guard let isUserUnknown = try claims.optionalFlag("userNotFound") else { throw .invalidClaim("userNotFound") }
        self.init(
            userPoolID: userPoolID, subject: common.subject, issuedAt: common.issuedAt, expiresAt: common.expiresAt,
            scope: common.scope, actionCode: common.actionCode, idempotencyKey: common.idempotencyKey,
            username: common.username, email: email,
            locale: try claims.optionalText("locale"), isUserUnknown: isUserUnknown, region: common.region)
    }
}

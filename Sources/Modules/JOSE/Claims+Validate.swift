private import Primitives

extension Claims {
    /// Checks issuer, audience and times (RFC 7519 section 4.1, RFC 8725 sections 3.8 to 3.10).
    ///
    /// `iss`, `aud` and `exp` must be present. `nbf` and `iat` are checked if they are present. A caller that depends
    /// on a token's age must require `issuedAt` itself.
    ///
    /// - Parameters:
    ///   - issuer: what `iss` must be, byte for byte.
    ///   - audience: what `aud` must name, byte for byte.
    ///   - now: seconds since 1970.
    ///   - skew: how far the issuer's clock may be off, in seconds; a value outside 0...60 is replaced by the nearer
    ///     end.
    /// - Throws: `missingClaim`, `wrongIssuer`, `wrongAudience`, `expired`, `notYetValid` or `issuedInFuture`.
    package func validate(
        issuer expectedIssuer: String, audience expectedAudience: String, now: Int64, skew: Int64 = ClockSkew.maximum
    ) throws(JOSEError) {
        guard let issuer else { throw .missingClaim("iss") }
        guard issuer.hasSameBytes(as: expectedIssuer) else { throw .wrongIssuer }
        guard !audience.isEmpty else { throw .missingClaim("aud") }
        guard audience.contains(where: { $0.hasSameBytes(as: expectedAudience) }) else { throw .wrongAudience }
        try validateTimes(now: now, skew: skew)
    }

    /// Checks only `exp`, which must be present, `nbf` and `iat`. Parameters and errors are as above.
    package func validateTimes(now: Int64, skew: Int64 = ClockSkew.maximum) throws(JOSEError) {
        let skew = min(max(skew, 0), ClockSkew.maximum)
        guard let expiration else { throw .missingClaim("exp") }
        guard now < expiration + skew else { throw .expired }
        if let notBefore, now < notBefore - skew { throw .notYetValid }
        if let issuedAt, now < issuedAt - skew { throw .issuedInFuture }
    }
}

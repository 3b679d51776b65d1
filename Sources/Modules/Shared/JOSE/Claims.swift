package import JSON
private import Primitives

/// The claims of a JSON Web Token (RFC 7519 section 4), read from a payload that has been verified or opened.
///
/// A registered claim of a wrong type is refused; an absent one is nil. Times are whole seconds since 1970: RFC 7519
/// also allows fractions and exponents, but no issuer served here writes them, so they are refused. Times before 1970
/// and after the year 9999 are refused too.
package struct Claims: Sendable {
    /// All claims, as the object they came in.
    package let json: JSONValue
    /// Who issued the token, `iss`.
    package let issuer: String?
    /// Whom the token is about, `sub`.
    package let subject: String?
    /// Whom the token is for, `aud`; one string and an array of one mean the same. Empty when absent.
    package let audience: [String]
    /// When the token ends, `exp`.
    package let expiration: Int64?
    /// When the token begins, `nbf`.
    package let notBefore: Int64?
    /// When the token was issued, `iat`.
    package let issuedAt: Int64?
    /// The token's identifier, `jti`.
    package let tokenID: String?

    /// The claims of a token.
    ///
    /// - Throws: `malformedClaims`, `claimsNotAnObject` or `invalidClaim`.
    package init(_ token: VerifiedToken) throws(JOSEError) {
        do { json = try JSONValue(parsing: token.payload) } catch { throw .malformedClaims(error) }
        guard json.kind == .object else { throw .claimsNotAnObject }
        issuer = try json.string(ofClaim: "iss")
        subject = try json.string(ofClaim: "sub")
        tokenID = try json.string(ofClaim: "jti")
        audience = try json.strings(ofClaim: "aud")
        expiration = try json.time(ofClaim: "exp")
        notBefore = try json.time(ofClaim: "nbf")
        issuedAt = try json.time(ofClaim: "iat")
    }

    /// Any claim by its name, nil when absent.
    package subscript(name: String) -> JSONValue? { json[name] }
}

extension JSONValue {
    fileprivate func string(ofClaim name: String) throws(JOSEError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .invalidClaim(name) }
        return text
    }

    fileprivate func strings(ofClaim name: String) throws(JOSEError) -> [String] {
        guard let value = self[name] else { return [] }
        if let text = value.string { return [text] }
        let texts = value.elements.compactMap(\.string)
        guard value.kind == .array, texts.count == value.elements.count else { throw .invalidClaim(name) }
        return texts
    }

    /// The last second of the year 9999. No arithmetic with such a number can overflow.
    private static var latestTime: Int64 { 253_402_300_799 }

    fileprivate func time(ofClaim name: String) throws(JOSEError) -> Int64? {
        guard let value = self[name] else { return nil }
        guard let seconds = value.integer, (0...Self.latestTime).contains(seconds) else { throw .invalidClaim(name) }
        return seconds
    }
}

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

package import JOSE
private import JSON
private import OpenSSLCrypto
private import Primitives

extension IDToken {
    /// The longest `sub` allowed (section 2), in characters.
    private static let maximumSubjectLength = 255

    /// Verifies a token as OpenID Connect Core 1.0 section 3.1.3.7 requires. The caller compares `nonce`.
    ///
    /// The algorithms are RS256, ES256 and EdDSA: each key is bound to the algorithm of its type, and the keys never
    /// include a secret. Tokens of other kinds are refused, because the same keys sign them: by the header's `typ`
    /// (access tokens, RFC 9068), by the claim `events` (logout tokens, OpenID Connect Back-Channel Logout 1.0 section
    /// 2.4), and by the claims with which Amazon Cognito (`token_use`) and Keycloak (`typ`) tell their tokens apart.
    /// - Parameters:
    ///   - audiences: the trusted client ids; the token must name no other.
    ///   - now: seconds since 1970.
    package init(
        verifying token: String, of issuer: Issuer, for audiences: [String], keys: [VerificationKey], now: Int64
    ) throws(IDTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            let verified = try CompactJWS.verify(token, keys: keys)
            if let type = verified.header["typ"], type.string?.uppercased() != "JWT" { throw .wrongType }
            claims = try Claims(verified)
            // `validate` checks one trusted audience; `checkAuthorizedParty` checks that all are trusted.
            guard let audience = claims.audience.first(where: { Self.contains(audiences, $0) }) else {
                throw claims.audience.isEmpty ? .missingClaim("aud") : .wrongAudience
            }
            try claims.validate(issuer: issuer.text, audience: audience, now: now, skew: ClockSkew.maximum)
        } catch {
            throw .notGenuine(error)
        }
        guard Self.isIDToken(claims) else { throw .wrongUse }
        guard let issuedAt = claims.issuedAt else { throw .notGenuine(.missingClaim("iat")) }
        try Self.checkAuthorizedParty(claims, audiences)
        guard let subject = claims.subject else { throw .notGenuine(.missingClaim("sub")) }
        guard 1...Self.maximumSubjectLength ~= subject.utf8.count, subject.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw .invalidSubject
        }
        self.init(
            issuer: issuer.text, subject: subject, issuedAt: issuedAt,
            signedInAt: try Self.signedInAt(claims, now), nonce: try Self.text("nonce", claims),
            verifiedEmail: claims["email_verified"]?.bool == true ? claims["email"]?.string : nil,
            identifier: Self.identifier(token))
    }

    private static func isIDToken(_ claims: Claims) -> Bool {
        claims["events"] == nil && claims["token_use"].map { $0.string == "id" } ?? true
            && claims["typ"].map { $0.string == "ID" } ?? true
    }

    /// `auth_time`, which is checked if it is present: with a time in the future, a sign-in would count as recent for
    /// too long.
    private static func signedInAt(_ claims: Claims, _ now: Int64) throws(IDTokenError) -> Int64? {
        guard let value = claims["auth_time"] else { return nil }
        guard let time = value.integer, time >= 0, time <= now + ClockSkew.maximum else {
            throw .notGenuine(.invalidClaim("auth_time"))
        }
        return time
    }

    /// All audiences must be trusted. If there are several, `azp` must name the one that asked for the token. If `azp`
    /// is present, it must be one of ours.
    private static func checkAuthorizedParty(_ claims: Claims, _ audiences: [String]) throws(IDTokenError) {
        guard claims.audience.allSatisfy({ contains(audiences, $0) }) else { throw .wrongAuthorizedParty }
        let party = try text("azp", claims)
        guard party != nil || claims.audience.count == 1 else { throw .wrongAuthorizedParty }
        guard party.map({ contains(audiences, $0) }) ?? true else { throw .wrongAuthorizedParty }
    }

    private static func text(_ name: String, _ claims: Claims) throws(IDTokenError) -> String? {
        guard let value = claims[name] else { return nil }
        guard let text = value.string else { throw .notGenuine(.invalidClaim(name)) }
        return text
    }

    /// A digest of header and payload. It leaves out the signature, because anyone can write an ECDSA signature in a
    /// second way without the key.
    private static func identifier(_ token: String) -> String {
        let bytes = Array(token.utf8)
        let signed = bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0)]
        return Base64URL.encode(SHA256.digest(of: Array(signed)))
    }

    private static func contains(_ audiences: [String], _ audience: String) -> Bool {
        audiences.contains { $0.utf8.elementsEqual(audience.utf8) }
    }
}

package import HTTP
package import JOSE
private import JSON
private import OpenSSLCrypto
private import Primitives

/// An ID token that a provider has issued for one of our audiences (OpenID Connect Core 1.0 section 2).
package struct IDToken: Equatable, Sendable {
    /// Who issued it.
    package let issuer: String
    /// The user's id at the issuer.
    package let subject: String
    /// When it was issued, in seconds since 1970.
    package let issuedAt: Int64
    /// When the user signed in at the issuer, in seconds since 1970 (`auth_time`); nil if the token does not say. A
    /// token from a refresh token keeps the time of the sign-in.
    package let signedInAt: Int64?
    /// What the app passed to the issuer when it asked for the token; nil if the token has none.
    package let nonce: String?
    /// The user's address if the issuer has verified it (`email_verified`, section 5.1); otherwise nil.
    package let verifiedEmail: String?
    /// Identifies this token: a digest of everything that is signed.
    package let identifier: String

    /// The user's id at the issuer together with the issuer, as a Cognito attribute holds it.
    package var qualifiedSubject: String { issuer + "|" + subject }
}

/// Verifies ID tokens of one issuer with the keys that it publishes.
package struct IDTokenVerifier {
    /// The issuer of the tokens.
    package let issuer: Issuer
    /// The client ids that tokens may name as their audience.
    package let audiences: [String]
    /// The issuer's keys.
    package let keys: IssuerKeys
    private let now: @Sendable () -> Int64

    /// A verifier of tokens for those audiences.
    /// - Parameter now: milliseconds since 1970.
    package init(issuer: Issuer, audiences: [String], keys: IssuerKeys, now: @escaping @Sendable () -> Int64) {
        self.issuer = issuer
        self.audiences = audiences
        self.keys = keys
        self.now = now
    }

    /// The content of a genuine token.
    package func verify(_ token: String, by deadline: Deadline) throws(IssuedTokenError) -> IDToken {
        try keys.read(token, by: deadline) { (keys) throws(IssuedTokenError) in
            try IDToken(verifying: token, of: issuer, for: audiences, keys: keys, now: now() / 1_000)
        }
    }
}

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
    ) throws(IssuedTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            claims = try Claims(CompactJWS.verify(issued: token, keys: keys))
            // `validate` checks one trusted audience; `checkAuthorizedParty` checks that all are trusted.
            guard let audience = claims.audience.first(where: { $0.isOne(of: audiences) }) else {
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
            signedInAt: try claims.signedInAt(now), nonce: try claims.text("nonce"),
            verifiedEmail: claims["email_verified"]?.bool == true ? claims["email"]?.string : nil,
            identifier: Self.identifier(token))
    }

    private static func isIDToken(_ claims: Claims) -> Bool {
        claims["events"] == nil && claims["token_use"].map { $0.string == "id" } ?? true
            && claims["typ"].map { $0.string == "ID" } ?? true
    }

    /// All audiences must be trusted. If there are several, `azp` must name the one that asked for the token. If `azp`
    /// is present, it must be one of ours.
    private static func checkAuthorizedParty(_ claims: Claims, _ audiences: [String]) throws(IssuedTokenError) {
        guard claims.audience.allSatisfy({ $0.isOne(of: audiences) }) else { throw .wrongAuthorizedParty }
        let party = try claims.text("azp")
        guard party != nil || claims.audience.count == 1 else { throw .wrongAuthorizedParty }
        guard party?.isOne(of: audiences) ?? true else { throw .wrongAuthorizedParty }
    }

    /// A digest of header and payload. It leaves out the signature, because anyone can write an ECDSA signature in a
    /// second way without the key.
    private static func identifier(_ token: String) -> String {
        let bytes = Array(token.utf8)
        let signed = bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0)]
        return Base64URL.encode(SHA256.digest(of: Array(signed)))
    }
}

extension CompactJWS {
    /// Verifies a token of an issuer, whose `typ` must be `JWT` if it is present: Cognito writes none.
    static func verify(issued token: String, keys: [VerificationKey]) throws(JOSEError) -> VerifiedToken {
        let verified = try verify(token, keys: keys)
        if let type = verified.header["typ"], type.string?.uppercased() != "JWT" { throw .wrongType }
        return verified
    }
}

extension Claims {
    /// A claim that must be a text if it is present.
    func text(_ name: String) throws(IssuedTokenError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .notGenuine(.invalidClaim(name)) }
        return text
    }

    /// `auth_time`, which is checked if it is present: with a time in the future, a sign-in would count as recent for
    /// too long.
    func signedInAt(_ now: Int64) throws(IssuedTokenError) -> Int64? {
        guard let value = self["auth_time"] else { return nil }
        guard let time = value.integer, time >= 0, time <= now + ClockSkew.maximum else {
            throw .notGenuine(.invalidClaim("auth_time"))
        }
        return time
    }
}

extension String {
    /// Whether one of these texts has the same bytes.
    func isOne(of texts: [String]) -> Bool { texts.contains { $0.hasSameBytes(as: self) } }
}

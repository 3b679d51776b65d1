package import JOSE
private import JSON
private import Primitives

extension AccessToken {
    /// The scope that Cognito itself requires of a token whose bearer registers a passkey or changes attributes. Tokens
    /// from the hosted pages have it only if the app asked for it. Tokens for machines never have it.
    static let requiredScope = "aws.cognito.signin.user.admin"

    /// The longest `sub` and user name allowed, in characters.
    private static let maximumNameLength = 128

    /// Verifies a token as Amazon Cognito's guide says ("Verifying JSON web tokens"): only RS256, the issuer, the
    /// client, the use and the times. The token has no audience.
    /// - Parameters:
    ///   - issuers: the pool's issuers; the token must name one of them.
    ///   - clients: the ids of the app clients whose tokens are accepted.
    ///   - now: seconds since 1970.
    package init(
        verifying token: String, of issuers: [Issuer], for clients: Set<String>, keys: [VerificationKey], now: Int64
    ) throws(AccessTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            let verified = try CompactJWS.verify(token, keys: keys)
            guard verified.algorithm == .rs256 else { throw .algorithmMismatch }
            // Cognito writes no `typ`.
            if let type = verified.header["typ"], type.string?.uppercased() != "JWT" { throw .wrongType }
            claims = try Claims(verified)
            guard let name = claims.issuer else { throw .missingClaim("iss") }
            guard issuers.contains(where: { $0.text.utf8.elementsEqual(name.utf8) }) else { throw .wrongIssuer }
            try claims.validateTimes(now: now, skew: ClockSkew.maximum)
            guard claims.issuedAt != nil else { throw .missingClaim("iat") }
        } catch {
            throw .notGenuine(error)
        }
        guard try Self.text("token_use", claims) == "access" else { throw .wrongUse }
        guard clients.contains(try Self.text("client_id", claims)) else { throw .wrongClient }
        let scopes = try Self.text("scope", claims).utf8.split(separator: UInt8(ascii: " "))
        guard scopes.contains(where: { $0.elementsEqual(Self.requiredScope.utf8) }) else { throw .wrongScope }
        guard let signedInAt = claims["auth_time"] else { throw .notGenuine(.missingClaim("auth_time")) }
        // With a time in the future, a sign-in would count as recent for too long.
        guard let time = signedInAt.integer, 0...(now + ClockSkew.maximum) ~= time else {
            throw .notGenuine(.invalidClaim("auth_time"))
        }
        self.init(
            subject: try Self.name("sub", claims), userName: try Self.name("username", claims), signedInAt: time)
    }

    private static func text(_ name: String, _ claims: Claims) throws(AccessTokenError) -> String {
        guard let value = claims[name] else { throw .notGenuine(.missingClaim(name)) }
        guard let text = value.string else { throw .notGenuine(.invalidClaim(name)) }
        return text
    }

    private static func name(_ name: String, _ claims: Claims) throws(AccessTokenError) -> String {
        let text = try text(name, claims)
        guard 1...maximumNameLength ~= text.unicodeScalars.count else { throw .notGenuine(.invalidClaim(name)) }
        return text
    }
}

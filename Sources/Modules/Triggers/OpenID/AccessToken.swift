package import HTTP
package import JOSE
private import JSON
private import Primitives

/// An access token that a Cognito user pool has issued to one of our app clients for a user who signed in.
package struct AccessToken: Equatable, Sendable {
    /// The user's `sub`.
    package let subject: String
    /// The pool's name for the user.
    package let userName: String
    /// When the user signed in, in seconds since 1970. A refresh leaves it as it is.
    package let signedInAt: Int64
}

/// Verifies access tokens of one user pool with the keys that it publishes.
///
/// A pool may have more than one issuer: Amazon Cognito writes another one into the tokens once the pool's
/// `IssuerConfiguration` is changed, and tokens of both are in use for a while. The issuers publish the same keys.
package struct AccessTokenVerifier {
    private let issuers: [Issuer]
    private let clients: Set<String>
    private let keySets: [IssuerKeys]
    private let now: @Sendable () -> Int64

    /// A verifier of tokens issued to those app clients.
    /// - Parameters:
    ///   - issuers: the pool's issuers; a token may name any of them.
    ///   - keySets: their keys, in the order in which they are asked.
    ///   - now: milliseconds since 1970.
    package init(issuers: [Issuer], clients: Set<String>, keySets: [IssuerKeys], now: @escaping @Sendable () -> Int64) {
        self.issuers = issuers
        self.clients = clients
        self.keySets = keySets
        self.now = now
    }

    /// The content of a genuine token, and why keys that should have been asked for it could not be fetched; nil if
    /// that did not happen.
    ///
    /// The keys of the next issuer are asked only if those before are not available or do not have the token's key.
    /// - Throws: the first of these causes if the token cannot be verified; any other refusal at once.
    package func verify(
        _ token: String, by deadline: Deadline
    ) throws(IssuedTokenError) -> (token: AccessToken, failure: IssuerKeysError?) {
        var refusal: IssuedTokenError?
        var failure: IssuerKeysError?
        for keySet in keySets {
            do throws(IssuedTokenError) {
                let content = try keySet.read(token, by: deadline) { (keys) throws(IssuedTokenError) in
                    try AccessToken(verifying: token, of: issuers, for: clients, keys: keys, now: now() / 1_000)
                }
                return (content, failure ?? keySet.failure)
            } catch {
                switch error {
                case .keysUnavailable, .notGenuine(.unknownKeyID): refusal = refusal ?? error
                default: throw error
                }
                failure = failure ?? keySet.failure
            }
        }
        throw refusal ?? .notGenuine(.unknownKeyID)
    }
}

extension AccessTokenVerifier {
    /// What the log should say of the issuers' keys.
    package func takeRemarks() -> [String] { keySets.compactMap { $0.takeRemark() } }
}

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
    ) throws(IssuedTokenError) {
        let claims: Claims
        do throws(JOSEError) {
            let verified = try CompactJWS.verify(issued: token, keys: keys)
            guard verified.algorithm == .rs256 else { throw .algorithmMismatch }
            claims = try Claims(verified)
            guard let name = claims.issuer else { throw .missingClaim("iss") }
            guard name.isOne(of: issuers.map(\.text)) else { throw .wrongIssuer }
            try claims.validateTimes(now: now, skew: ClockSkew.maximum)
            guard claims.issuedAt != nil else { throw .missingClaim("iat") }
        } catch {
            throw .notGenuine(error)
        }
        guard try Self.text("token_use", claims) == "access" else { throw .notAccessToken }
        guard clients.contains(try Self.text("client_id", claims)) else { throw .wrongClient }
        let scopes = try Self.text("scope", claims).utf8.split(separator: UInt8(ascii: " "))
        guard scopes.contains(where: { $0.elementsEqual(Self.requiredScope.utf8) }) else { throw .wrongScope }
        guard let time = try claims.signedInAt(now) else { throw .notGenuine(.missingClaim("auth_time")) }
        self.init(
            subject: try Self.name("sub", claims), userName: try Self.name("username", claims), signedInAt: time)
    }

    private static func text(_ name: String, _ claims: Claims) throws(IssuedTokenError) -> String {
        guard let text = try claims.text(name) else { throw .notGenuine(.missingClaim(name)) }
        return text
    }

    private static func name(_ name: String, _ claims: Claims) throws(IssuedTokenError) -> String {
        let text = try text(name, claims)
        guard 1...maximumNameLength ~= text.unicodeScalars.count else { throw .notGenuine(.invalidClaim(name)) }
        return text
    }
}

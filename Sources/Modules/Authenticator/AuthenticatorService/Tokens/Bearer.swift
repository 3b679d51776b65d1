internal import JOSE
internal import OpenSSLCrypto
internal import Passkeys
internal import Primitives
internal import SignInTokens

/// What the bearer of a token may do with the user's authenticators.
enum TokenScope: String, CaseIterable {
    case read = "read:authenticators"
    case add = "add:authenticators"
    case update = "update:authenticators"
    case remove = "remove:authenticators"

    /// All scopes, as a token has them after a proof.
    static let all = allCases.map(\.rawValue).joined(separator: " ")

    /// The scopes that a token's claim lists. Unknown scopes are ignored.
    static func set(_ claim: String) -> Set<TokenScope> {
        Set(claim.split(separator: " ").compactMap { TokenScope(rawValue: String($0)) })
    }
}

/// The bearer of a token, and what the token allows.
struct Bearer: Sendable {
    let user: UserID
    let scopes: Set<TokenScope>
    /// The action that the token is for.
    let action: ActionID
    /// The pool's name for the user.
    let username: String
    /// The address in a challenge token, the only one that codes may go to. Nil for an unknown user.
    let address: String?
    /// Whether Cognito has verified that address.
    let isAddressVerified: Bool
    /// The user's language and region in Cognito; nil if unknown.
    let locale: String?
    /// When the token was issued, in seconds since 1970.
    let issuedAt: Int64
    /// The authenticator with which a result token was earned.
    private let authenticatorID: String?
    /// The method of the proof; nil for a challenge token.
    let provenMethod: VerificationMethod?
    /// Identifies the token.
    let tokenDigest: String
    /// Whether the user does not exist. The bearer must not learn this.
    let isUnknownUser: Bool

    /// Whether the token is the result of a proof.
    var isResult: Bool { provenMethod != nil }

    /// Whether the token was issued without any proof. Its bearer must not learn which users exist.
    var isUnproven: Bool { !isResult && !scopes.contains(.add) }

    /// Whether the user still has the authenticator of the proof; true without a result token.
    func stillHasProof(_ user: StoredUser?) -> Bool {
        guard isResult else { return true }
        return user?.authenticators.contains { $0.id == authenticatorID && $0.createdAt <= issuedAt } ?? false
    }

    /// Whether the token's address may replace a user's mailbox: Cognito has verified it, and the user has not proven
    /// another address since.
    func mayReplaceMailbox(of user: StoredUser) -> Bool {
        isAddressVerified && user.emails.allSatisfy { $0.createdAt <= issuedAt }
    }

    /// Opens a challenge token, or verifies a result token.
    init(_ text: String, pool: ServedPool, now: Int64) throws(SignInTokenError) {
        tokenDigest = Base64URL.encode(SHA256.digest(of: Array(text.utf8)))
        let claims: TokenClaims
        // A sealed token has five segments and a signed one three.
        if text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 4 {
            let token = try ChallengeToken(opening: text, userPoolID: pool.id, keys: pool.keys, now: now)
            claims = token.claims
            address = token.isUserUnknown ? nil : token.email?.text
            isAddressVerified = token.email?.isVerified ?? false
            (locale, isUnknownUser) = (token.locale, token.isUserUnknown)
            (provenMethod, authenticatorID) = (nil, nil)
        } else {
            let token = try ResultToken(verifying: text, userPoolID: pool.id, keys: pool.keys, now: now)
            guard token.state == .challengeSucceeded else { throw .invalidClaim("state") }
            claims = token.claims
            (address, locale, isAddressVerified, isUnknownUser) = (nil, nil, false, false)
            (provenMethod, authenticatorID) = (token.method, token.authenticatorID)
        }
        user = UserID(tenantID: pool.id, id: claims.subject)
        scopes = TokenScope.set(claims.scope)
        action = ActionID(user: user, code: claims.actionCode, idempotencyKey: claims.idempotencyKey)
        (username, issuedAt) = (claims.username, claims.issuedAt)
    }
}

import JOSE
import JSON
import SignInTokens

/// Tokens of `signed` mode that several suites use, and forgeries of them.
enum TokenFixture {
    static let secret = Array("0123456789abcdef0123456789abcdef".utf8)
    static let otherSecret = Array("another key, of more than thirty-two bytes".utf8)
    static let pool = "eu-west-1_Example"
    static let issuer = "urn:cognito-passkeys:eu-west-1_Example"
    static let subject = "8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d"
    static let now: Int64 = 1_795_215_071

    static func key(_ secret: [UInt8] = secret, id: String? = nil) throws -> SigningKey {
        try SigningKey(hs256Secret: secret, keyID: id)
    }

    static func verificationKey(_ secret: [UInt8] = secret, id: String? = nil) throws -> VerificationKey {
        try VerificationKey(hs256Secret: secret, keyID: id)
    }

    static func token(_ proof: SignInToken.Proof? = nil) -> SignInToken {
        SignInToken(
            userPoolID: pool, subject: subject, issuedAt: now, expiresAt: now + 600, actionCode: "cognitoAuth",
            idempotencyKey: "k-1", username: "ada", emailDigest: "digest", proof: proof)
    }

    static func verified(
        _ text: String, as kind: SignInToken.Kind = .result, pool: String = pool, keys: [VerificationKey]? = nil,
        now: Int64 = now
    ) throws -> SignInToken {
        try SignInToken(
            verifying: text, as: kind, userPoolID: pool, keys: try keys ?? [verificationKey()], now: now)
    }

    /// The claims of a good result token, each as JSON text.
    static let claims: [(name: String, json: String)] = [
        ("iss", #""\#(issuer)""#), ("aud", #""\#(issuer)""#), ("sub", #""\#(subject)""#), ("iat", "\(now)"),
        ("exp", "\(now + 600)"), ("scope", #""read:authenticators""#), ("other", "{}"),
    ]

    /// The members of a good result token's `other`, each as JSON text.
    static let other: [(name: String, json: String)] = [
        ("tenantId", #""\#(pool)""#), ("userId", #""\#(subject)""#), ("actionCode", #""cognitoAuth""#),
        ("idempotencyKey", #""k-1""#), ("username", #""ada""#), ("emailDigest", #""digest""#),
        ("verificationMethod", #""PASSKEY""#), ("state", #""CHALLENGE_SUCCEEDED""#),
    ]

    /// A token signed with the right key, in which one member of the claims or of `other` is replaced, or removed for
    /// nil.
    static func forged(
        _ name: String = "", _ json: String? = nil, type: String? = "result+jwt", key: SigningKey? = nil
    ) throws -> String {
        let other = object(other, replacing: name, with: json)
        let claims = claims.map { ($0.name, $0.name == "other" ? other : $0.json) }
        let payload = object(claims, replacing: name, with: json)
        return try CompactJWS.sign(Array(payload.utf8), type: type, key: try key ?? Self.key())
    }

    private static func object(
        _ members: [(name: String, json: String)], replacing name: String, with json: String?
    ) -> String {
        let written = members.compactMap { member in
            member.name == name ? json.map { "\"\(name)\":\($0)" } : "\"\(member.name)\":\(member.json)"
        }
        return "{" + written.joined(separator: ",") + "}"
    }
}

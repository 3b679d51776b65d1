import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens
import TestKeys

/// Tokens of `signed` mode that several suites use, and forgeries of them.
enum TokenFixture {
    static let secret = Array("0123456789abcdef0123456789abcdef".utf8)
    static let otherSecret = Array("another key, of more than thirty-two bytes".utf8)
    /// The identifiers of these keys, computed with Python's cryptography.
    static let keyID = "I05RdKHk2rM"
    static let otherKeyID = "AogjcjyTtRw"
    static let pool = "eu-west-1_Example"
    static let issuer = "urn:cognito-passkeys:eu-west-1_Example"
    static let subject = "8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d"
    static let now: Int64 = 1_795_215_071

    static func keys(_ secret: [UInt8] = secret, previous: [UInt8]? = nil) throws -> SignInKeys {
        try SignInKeys(current: secret, previous: previous)
    }

    static let challenge = ChallengeToken(
        TokenClaims(
            userPoolID: pool, subject: subject, issuedAt: now, expiresAt: now + 600, scope: ChallengeToken.readScope,
            actionCode: "cognitoAuth", idempotencyKey: "k-1", username: "ada"),
        email: ChallengeToken.Address("ada@example.com", isVerified: true))

    static let result = ResultToken(
        TokenClaims(
            userPoolID: pool, subject: subject, issuedAt: now, expiresAt: now + 600, scope: "read:authenticators",
            actionCode: "cognitoAuth", idempotencyKey: "k-1", username: "ada"), method: .passkey)

    static func opened(
        _ text: String, pool: String = pool, keys: SignInKeys? = nil, now: Int64 = now
    ) throws -> ChallengeToken {
        try ChallengeToken(opening: text, userPoolID: pool, keys: try keys ?? Self.keys(), now: now)
    }

    static func verified(
        _ text: String, pool: String = pool, keys: SignInKeys? = nil, now: Int64 = now
    ) throws -> ResultToken {
        try ResultToken(verifying: text, userPoolID: pool, keys: try keys ?? Self.keys(), now: now)
    }

    /// The key that seals challenge tokens, derived as the documentation says.
    static func challengeKey(_ secret: [UInt8] = secret, id: String = keyID) throws -> ContentEncryptionKey {
        try ContentEncryptionKey(derived("challenge token", from: secret), keyID: id)
    }

    /// The key that signs result tokens, derived as the documentation says.
    static func resultKey(_ secret: [UInt8] = secret, id: String? = keyID) throws -> SigningKey {
        try SigningKey(hs256Secret: derived("result token", from: secret), keyID: id)
    }

    private static func derived(_ label: String, from secret: [UInt8]) -> [UInt8] {
        HKDFSHA256.expand(HKDFSHA256.extract(secret), info: Array("cognito-passkeys \(label)".utf8), length: 32)
    }
}

/// Tokens made with the right key, in which one claim is replaced or removed.
enum Forgery {
    /// A JSON member: its name and its value as JSON text.
    typealias Member = (name: String, json: String)

    private static let claims: [Member] = [
        ("iss", #""\#(TokenFixture.issuer)""#), ("aud", #""\#(TokenFixture.issuer)""#),
        ("sub", #""\#(TokenFixture.subject)""#), ("iat", "\(TokenFixture.now)"), ("exp", "\(TokenFixture.now + 600)"),
        ("scope", #""read:authenticators""#), ("other", "{}"),
    ]

    /// The members of `other` that both kinds of tokens have.
    static let common: [Member] = [
        ("tenantId", #""\#(TokenFixture.pool)""#), ("userId", #""\#(TokenFixture.subject)""#),
        ("actionCode", #""cognitoAuth""#), ("idempotencyKey", #""k-1""#), ("username", #""ada""#),
    ]
    static let challenge =
        common + [("email", #""ada@example.com""#), ("emailVerified", "true"), ("userNotFound", "false")]
    static let result = common + [("verificationMethod", #""PASSKEY""#), ("state", #""CHALLENGE_SUCCEEDED""#)]

    /// A sealed challenge token.
    /// - Parameters:
    ///   - name: the claim, or the member of `other`.
    ///   - json: its new value as JSON text; nil to remove it.
    static func challenge(
        _ name: String = "", _ json: String? = nil, type: String = "challenge+jwt", key: ContentEncryptionKey? = nil
    ) throws -> String {
        try CompactJWE.seal(
            content(challenge, replacing: name, with: json), type: type, key: try key ?? TokenFixture.challengeKey())
    }

    /// A signed result token; parameters as above.
    static func result(
        _ name: String = "", _ json: String? = nil, type: String? = "result+jwt", key: SigningKey? = nil
    ) throws -> String {
        try CompactJWS.sign(
            content(result, replacing: name, with: json), type: type, key: try key ?? TokenFixture.resultKey())
    }

    /// The claims of a token with these members of `other`.
    static func content(_ other: [Member], replacing name: String = "", with json: String? = nil) -> [UInt8] {
        let other = object(other, replacing: name, with: json)
        let claims = claims.map { ($0.name, $0.name == "other" ? other : $0.json) }
        return Array(object(claims, replacing: name, with: json).utf8)
    }

    /// A member that is not there is added.
    private static func object(_ members: [Member], replacing name: String, with json: String?) -> String {
        let written = members.compactMap { member in
            member.name == name ? json.map { "\"\(name)\":\($0)" } : "\"\(member.name)\":\(member.json)"
        }
        return "{" + written.joined(separator: ",") + "}"
    }
}

import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens

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
        userPoolID: pool, subject: subject, issuedAt: now, expiresAt: now + 600, actionCode: "cognitoAuth",
        idempotencyKey: "k-1", username: "ada", email: ChallengeToken.Address("ada@example.com", isVerified: true))

    static let result = ResultToken(
        userPoolID: pool, subject: subject, issuedAt: now, expiresAt: now + 600, scope: "read:authenticators",
        actionCode: "cognitoAuth", idempotencyKey: "k-1", username: "ada", method: .passkey)

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

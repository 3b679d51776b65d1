import JOSE

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

import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

/// What the authenticator of `signed` mode answers a challenge with, right unless a test makes it wrong.
struct ResultToken {
    var token: SignInToken
    var key = SampleKeys.signingKey
    /// The header as text; nil for the right one.
    var header: String?
    /// Changes the claims as they are written.
    var rewrite: (String) -> String = { $0 }

    /// The result of a proof made with a challenge's token, at once.
    init(_ challenge: CreatedChallenge, _ method: VerificationMethod) throws {
        let claims = try challenge.claims()
        func claim(_ name: String) -> String { (claims[name] ?? claims["other"]?[name])?.string ?? "" }
        token = SignInToken(
            userPoolID: claim("tenantId"), subject: claim("sub"), issuedAt: TestClock.second,
            expiresAt: TestClock.second + 600, actionCode: claim("actionCode"), idempotencyKey: claim("idempotencyKey"),
            username: claim("username"), emailDigest: claim("emailDigest"), proof: .init(method: method))
    }

    /// The same with one part changed.
    func with<Value>(_ part: WritableKeyPath<ResultToken, Value>, _ value: Value) -> ResultToken {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    /// The same with one string of the written claims replaced.
    func replacing(_ text: String, _ other: String) -> ResultToken {
        let earlier = rewrite
        return with(\.rewrite) { earlier($0).replacing(text, with: other) }
    }

    /// The compact token.
    func text() throws -> String {
        let signingKey = try SigningKey(hs256Secret: Array(key.utf8))
        let minted = try token.minted(with: signingKey)
        let parts = minted.split(separator: ".")
        let payload = rewrite(
            String(decoding: try #require(Base64URL.decode(Array(parts[1].utf8)[...])), as: UTF8.self))
        let ownHeader = String(decoding: try #require(Base64URL.decode(Array(parts[0].utf8)[...])), as: UTF8.self)
        let header = header ?? ownHeader
        return try CompactJWS.sign(Array(payload.utf8), headerBytes: Array(header.utf8), key: signingKey)
    }
}

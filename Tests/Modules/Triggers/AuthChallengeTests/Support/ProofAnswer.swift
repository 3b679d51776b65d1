import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens
import TestKeys
import Testing
import TriggerTestSupport

/// What the authenticator of `signed` mode answers a challenge with, right unless a test makes it wrong.
struct ProofAnswer {
    var token: ResultToken
    var key: String
    /// The header as text; nil for the right one.
    var header: String?
    /// Changes the claims as they are written.
    var rewrite: (String) -> String = { $0 }

    /// The result of a proof made with a challenge's token, at once. An emailed code proves the token's address.
    init(
        _ challenge: CreatedChallenge, _ method: VerificationMethod, key: String = SampleKeys.signingKey
    ) throws {
        self.key = key
        let claims = try challenge.claims(sealedWith: key)
        func claim(_ name: String) -> String { (claims[name] ?? claims["other"]?[name])?.string ?? "" }
        let keys = try SignInKeys(current: Array(key.utf8))
        token = ResultToken(
            TokenClaims(
                userPoolID: claim("tenantId"), subject: claim("sub"), issuedAt: TestClock.second,
                expiresAt: TestClock.second + 600, scope: "read:authenticators", actionCode: claim("actionCode"),
                idempotencyKey: claim("idempotencyKey"), username: claim("username")), method: method,
            emailDigest: method == .emailOTP ? keys.emailDigest(of: claim("email")) : nil)
    }

    /// The same with one part changed.
    func with<Value>(_ part: WritableKeyPath<ProofAnswer, Value>, _ value: Value) -> ProofAnswer {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    /// The same with one string of the written claims replaced.
    func replacing(_ text: String, _ other: String) -> ProofAnswer {
        let earlier = rewrite
        return with(\.rewrite) { earlier($0).replacing(text, with: other) }
    }

    /// The compact token.
    func text() throws -> String {
        let keys = try SignInKeys(current: Array(key.utf8))
        let parts = try token.signed(with: keys).split(separator: ".")
        let payload = rewrite(
            String(decoding: try #require(Base64URL.decode(Array(parts[1].utf8)[...])), as: UTF8.self))
        let ownHeader = String(decoding: try #require(Base64URL.decode(Array(parts[0].utf8)[...])), as: UTF8.self)
        let header = header ?? ownHeader
        // Derived as the documentation says.
        let signingKey = try SigningKey(
            hs256Secret: HKDFSHA256.derive(Array(key.utf8), info: "cognito-passkeys result token"))
        return try CompactJWS.sign(Array(payload.utf8), headerBytes: Array(header.utf8), key: signingKey)
    }
}

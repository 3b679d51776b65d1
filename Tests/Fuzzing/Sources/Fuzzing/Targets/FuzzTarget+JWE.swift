internal import JOSE
internal import JSON
internal import Primitives
internal import SignInTokens

extension FuzzTarget {
    private static let now: Int64 = 1_800_000_000

    private static let content = JSONTree(
        text: Array(
            #"""
            {"iss":"urn:cognito-passkeys:pool","aud":"urn:cognito-passkeys:pool","sub":"user","iat":1800000000,
            "exp":1800000600,"scope":"read:authenticators","other":{"tenantId":"pool","userId":"user",
            "actionCode":"cognitoAuth","idempotencyKey":"key","username":"name","email":"ana@example.test",
            "emailVerified":true,"locale":"de-CH","userNotFound":false}}
            """#.utf8))
    private static let keyID = Base64URL.encode(Keys.derived("key id", length: 8))
    private static let key = certain("a key") {
        try ContentEncryptionKey(Keys.derived("challenge token"), keyID: keyID)
    }
    private static let header = JSONTree(
        text: Array(#"{"alg":"dir","enc":"A256GCM","typ":"challenge+jwt","kid":"\#(keyID)"}"#.utf8))
    /// A token that is the same in every run: its initialization vector is part of it.
    private static let token =
        "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoiY2hhbGxlbmdlK2p3dCIsImtpZCI6IngifQ..AAAA.AAAA.AAAA"

    /// Compact JWE: what no key sealed never opens, and what a key sealed is read without harm.
    static let jwe = FuzzTarget(
        name: "jwe", maximumLength: 2_048,
        seeds: {
            let seeds: [[UInt8]] = [
                [1, 0, 0], [1, 1, 2, 6, 1, 0], [2, 0], [2, 1, 3, 5, 0], [3, 0], [3, 1, 0, 9, 0, 1],
            ]
            return seeds + [[0] + Array(token.utf8)]
        },
        words: ["eyJ", "..", ".", "\"zip\":\"DEF\"", "\"enc\":\"A128GCM\""]
    ) { input in
        var choices = Choices(input[...])
        switch choices.index(below: 4) {
        case 0:
            let text = String(decoding: choices.remainder(), as: UTF8.self)
            require(
                "nobody but the harness can seal",
                (try? CompactJWE.open(text, keys: [key], expectedType: "challenge+jwt")) == nil)
        case 1: trySealed(&choices)
        case 2: tryChallengeToken(&choices)
        default: tryDamaged(&choices)
        }
    }

    /// Any payload under any header, sealed with the right key.
    private static func trySealed(_ choices: inout Choices) {
        let header = header.edited(by: &choices).bytes
        let payload = choices.remainder()
        let text = certain("a sealed token") { try CompactJWE.seal(payload, headerBytes: header, key: key) }
        let token: VerifiedToken
        do throws(JOSEError) {
            token = try CompactJWE.open(text, keys: [key], expectedType: "challenge+jwt")
        } catch {
            require("a right token opens: \(error)", header != self.header.bytes || text.utf8.count > 8_192)
            return
        }
        require("the payload is what was sealed", token.payload == payload)
        require("the header names the key", token.header["kid"]?.string == keyID)
        require("nothing critical is ignored", token.header["crit"] == nil && token.header["zip"] == nil)
    }

    /// A challenge token with any claims, sealed with the right key.
    private static func tryChallengeToken(_ choices: inout Choices) {
        let payload = content.edited(by: &choices)
        let text = certain("a challenge token") { try CompactJWE.seal(payload.bytes, type: "challenge+jwt", key: key) }
        let token: ChallengeToken
        do throws(SignInTokenError) {
            token = try ChallengeToken(opening: text, userPoolID: "pool", keys: Keys.signIn, now: now)
        } catch {
            require("a right challenge token opens: \(error)", payload.bytes != content.bytes)
            return
        }
        guard let sealed = try? token.sealed(with: Keys.signIn) else { return }
        let lengths = [sealed, certain("a plain token") { try ChallengeToken.plain.sealed(with: Keys.signIn) }].map(
            \.utf8.count)
        require("all sealed tokens have one length", lengths[0] == lengths[1])
        let again = certain("a challenge token can be opened again") {
            try ChallengeToken(opening: sealed, userPoolID: "pool", keys: Keys.signIn, now: now)
        }
        require(
            "the person stays the same",
            again.claims.subject == token.claims.subject && again.isUserUnknown == token.isUserUnknown)
        require("an address is never another one", again.email == nil || again.email == token.email)
    }

    /// A right token with some bytes changed.
    private static func tryDamaged(_ choices: inout Choices) {
        let text = certain("a sealed token") { try CompactJWE.seal(content.bytes, type: "challenge+jwt", key: key) }
        let damaged = String(decoding: changed(Array(text.utf8), by: &choices), as: UTF8.self)
        let isOpened = (try? CompactJWE.open(damaged, keys: [key], expectedType: "challenge+jwt")) != nil
        require("a token opens only as it was sealed", isOpened == (damaged == text))
    }
}

extension ChallengeToken {
    fileprivate static let plain = ChallengeToken(
        TokenClaims(
            userPoolID: "pool", subject: "user", issuedAt: 0, expiresAt: 1, scope: ChallengeToken.readScope,
            actionCode: "a", idempotencyKey: "k", username: "u"), email: nil)
}

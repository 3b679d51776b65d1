internal import JOSE
internal import JSON
internal import Primitives
internal import SignInTokens
internal import TestKeys

extension FuzzTarget {
    private static let now: Int64 = 1_800_000_000

    private static let claims = JSONTree(
        text: Array(
            #"""
            {"iss":"urn:cognito-passkeys:pool","aud":"urn:cognito-passkeys:pool","sub":"user","iat":1800000000,
            "exp":1800000600,"nbf":1799999999,"jti":"id","scope":"read:authenticators","other":{"tenantId":"pool",
            "userId":"user","actionCode":"cognitoAuth","idempotencyKey":"key","username":"name",
            "verificationMethod":"PASSKEY","state":"CHALLENGE_SUCCEEDED","emailDigest":"digest","userVerified":true,
            "backupEligible":true,"backedUp":false,"aaguid":"ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"}}
            """#.utf8))
    private static let header = JSONTree(text: Array(#"{"alg":"HS256","typ":"JWT","kid":"one"}"#.utf8))

    /// Compact JWS: what no key signed never verifies, and what a key signed is read without harm.
    static let jws = FuzzTarget(
        name: "jws", maximumLength: 2_048,
        seeds: {
            var seeds: [[UInt8]] = [[2]] + tokens.map { [0] + Array($0.utf8) }
            for key: UInt8 in 0..<3 { seeds += [[1, key, 0, 0], [1, key, 1, 3, 2, 6, 1]] }
            return seeds
        },
        words: ["eyJ", ".", "\"alg\":\"none\"", "\"crit\":[\"b64\"]", "\"kid\":\"one\""]
    ) { input in
        var choices = Choices(input[...])
        switch choices.index(below: 3) {
        case 0: tryText(choices.remainder())
        case 1: trySigned(&choices)
        default: tryResultToken(&choices)
        }
    }

    private static let tokens = Keys.all.map { key in
        certain("a token") { try CompactJWS.sign(claims.bytes, type: "JWT", key: key) }
    }
    /// The first two segments of every token that the harness signed. Signatures on P-256 differ from one to the next.
    private static let signed = Set(tokens.map { signingInput(Array($0.utf8)) })

    private static func signingInput(_ token: [UInt8]) -> [UInt8] {
        Array(token[..<(token.lastIndex(of: UInt8(ascii: ".")) ?? 0)])
    }

    /// A text that is or is not a token.
    private static func tryText(_ text: [UInt8]) {
        let keys = Keys.all.map(\.verificationKey)
        guard let token = try? CompactJWS.verify(String(decoding: text, as: UTF8.self), keys: keys, expectedType: "JWT")
        else { return }
        require("only what was signed verifies", signed.contains(signingInput(text)))
        require("its payload is what was signed", token.payload == claims.bytes)
    }

    /// A token with any header and any claims, whose signature is right.
    private static func trySigned(_ choices: inout Choices) {
        let key = choices.element(Keys.all)
        let right = header.setting("alg", .string(key.algorithm.rawValue)).setting("kid", .string(key.keyID ?? ""))
        let header = right.edited(by: &choices).bytes
        let payload = claims.edited(by: &choices).bytes
        let text = certain("a signature") { try CompactJWS.sign(payload, headerBytes: header, key: key) }
        let token: VerifiedToken
        do throws(JOSEError) {
            token = try CompactJWS.verify(text, keys: Keys.all.map(\.verificationKey), expectedType: "JWT")
        } catch {
            require("a right token verifies: \(error)", header != right.bytes || text.utf8.count > 8_192)
            return
        }
        require("the payload is what was signed", token.payload == payload)
        require("the algorithm is the key's", token.algorithm == key.algorithm)
        require("the header names the algorithm", token.header["alg"]?.string == key.algorithm.rawValue)
        require("nothing critical is ignored", token.header["crit"] == nil && token.header["b64"] == nil)
        guard let claims = try? Claims(token) else { return }
        let issuer = "urn:cognito-passkeys:pool"
        guard (try? claims.validate(issuer: issuer, audience: issuer, now: now)) != nil else { return }
        require("what has expired is refused", (claims.expiration ?? 0) > now - 60)
        require("the issuer is the expected one", claims.issuer == issuer)
    }

    /// A result token with any claims, whose signature is right.
    private static func tryResultToken(_ choices: inout Choices) {
        let payload = claims.edited(by: &choices)
        let keyID = Base64URL.encode(Keys.derived("key id", length: 8))
        let text = certain("a result token") {
            try CompactJWS.sign(
                payload.bytes, type: "result+jwt",
                key: try SigningKey(hs256Secret: Keys.derived("result token"), keyID: keyID))
        }
        let token: ResultToken
        do throws(SignInTokenError) {
            token = try ResultToken(verifying: text, userPoolID: "pool", keys: Keys.signIn, now: now)
        } catch {
            require(
                "a right result token verifies: \(error)",
                payload.bytes != claims.bytes)
            return
        }
        require("the token belongs to the pool", token.claims.userPoolID == "pool" && !token.claims.subject.isEmpty)
        let again = certain("a result token can be signed again") {
            try ResultToken(
                verifying: token.signed(with: Keys.signIn), userPoolID: "pool", keys: Keys.signIn, now: now)
        }
        require("a result token signed again is the same", again == token)
    }
}

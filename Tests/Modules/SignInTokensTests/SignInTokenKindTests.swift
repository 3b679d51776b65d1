import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("Kinds and keys of tokens of signed mode")
struct SignInTokenKindTests {
    @Test("a token of one kind is never accepted as the other, whatever its claims")
    func kindsStayApart() throws {
        let key = try TokenFixture.key()
        let challenge = try TokenFixture.token().minted(with: key)
        let result = try TokenFixture.token(.init(method: .passkey)).minted(with: key)
        #expect(throws: Never.self) { try TokenFixture.verified(challenge, as: .challenge) }
        #expect(throws: Never.self) { try TokenFixture.verified(result, as: .result) }
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(challenge, as: .result) }
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(result, as: .challenge) }
        let disguised = try TokenFixture.forged(type: "challenge+jwt")
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(disguised, as: .result) }
    }

    @Test("a challenge token proves nothing, even if it claims to")
    func challengeTokenWithProof() throws {
        let token = try TokenFixture.verified(try TokenFixture.forged(type: "challenge+jwt"), as: .challenge)
        #expect(token.proof == nil)
        #expect(token.kind == .challenge)
    }

    @Test(
        "only the type itself counts", arguments: [nil, "JWT", "", "result", "result+jwt2", "at+jwt", "x/result+jwt"])
    func otherType(type: String?) throws {
        let text = try TokenFixture.forged(type: type)
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(text) }
    }

    @Test("during a rotation the previous key also verifies, and a third one never does")
    func keyRotation() throws {
        let current = try TokenFixture.verificationKey()
        let previous = try TokenFixture.verificationKey(TokenFixture.otherSecret)
        let old = try TokenFixture.forged(key: try TokenFixture.key(TokenFixture.otherSecret))
        #expect(throws: Never.self) { try TokenFixture.verified(old, keys: [current, previous]) }
        #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) {
            try TokenFixture.verified(old, keys: [current])
        }
        let foreign = try TokenFixture.forged(key: try TokenFixture.key(Array(repeating: 1, count: 32)))
        #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) {
            try TokenFixture.verified(foreign, keys: [current, previous])
        }
    }

    @Test("a token with a kid is not verified with a key without one")
    func tokenWithKeyID() throws {
        let text = try TokenFixture.forged(key: try TokenFixture.key(id: "1"))
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try TokenFixture.verified(text) }
        #expect(throws: Never.self) {
            try TokenFixture.verified(text, keys: [try TokenFixture.verificationKey(id: "1")])
        }
    }

    @Test("no token is genuine without keys")
    func noKeys() throws {
        let text = try TokenFixture.forged()
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try TokenFixture.verified(text, keys: []) }
    }

    @Test("the signature covers header and claims")
    func changedHeaderOrClaims() throws {
        let result = try TokenFixture.forged().split(separator: ".").map(String.init)
        let other = try TokenFixture.forged("sub", #""another""#).split(separator: ".").map(String.init)
        let renamed = try TokenFixture.forged(type: "application/result+jwt").split(separator: ".").map(String.init)
        for text in [[result[0], other[1], result[2]], [renamed[0], result[1], result[2]]] {
            #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) {
                try TokenFixture.verified(text.joined(separator: "."))
            }
        }
    }

    @Test(
        "an algorithm other than HS256, or none, is refused",
        arguments: [
            (#"{"alg":"none","typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"alg":"HS512","typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"alg":"RS256","typ":"result+jwt"}"#, .algorithmMismatch),
            (#"{"alg":"HS256","typ":"result+jwt","crit":[]}"#, .unsupportedHeaderParameter("crit")),
        ] as [(String, JOSEError)])
    func otherAlgorithm(header: String, error: JOSEError) throws {
        let segments = try TokenFixture.forged().split(separator: ".").map(String.init)
        let text = [Base64URL.encode(Array(header.utf8)), segments[1], segments[2]].joined(separator: ".")
        #expect(throws: SignInTokenError.notGenuine(error)) { try TokenFixture.verified(text) }
    }

    @Test(
        "a text that is not a token is refused",
        arguments: [
            ("", .wrongSegmentCount), ("..", .malformedHeader(.unexpectedEnd)), ("a.b", .wrongSegmentCount),
            ("a.b.c.d", .wrongSegmentCount), ("é.b.c", .invalidBase64URL),
            (String(repeating: "a", count: 8_193), .tokenTooLarge(limit: 8_192)),
        ] as [(String, JOSEError)])
    func textThatIsNotAToken(text: String, error: JOSEError) {
        #expect(throws: SignInTokenError.notGenuine(error)) { try TokenFixture.verified(text) }
    }
}

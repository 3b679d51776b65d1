import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("Kinds and keys of result tokens")
struct ResultTokenKindTests {
    @Test("a sealed token is no result, and a result is no challenge")
    func kindsStayApart() throws {
        let challenge = try TokenFixture.challenge.sealed(with: TokenFixture.keys())
        let result = try TokenFixture.result.signed(with: TokenFixture.keys())
        #expect(throws: SignInTokenError.notGenuine(.wrongSegmentCount)) { try TokenFixture.verified(challenge) }
        #expect(throws: SignInTokenError.notGenuine(.wrongSegmentCount)) { try TokenFixture.opened(result) }
        let disguised = try Forgery.result(type: "challenge+jwt")
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(disguised) }
    }

    @Test(
        "only the type itself counts", arguments: [nil, "JWT", "", "result", "result+jwt2", "at+jwt", "x/result+jwt"])
    func otherType(type: String?) throws {
        let text = try Forgery.result(type: type)
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(text) }
    }

    @Test("during a rotation the previous key also verifies, and a third one never does")
    func keyRotation() throws {
        let old = try TokenFixture.result.signed(with: TokenFixture.keys(TokenFixture.otherSecret))
        let rotating = try TokenFixture.keys(previous: TokenFixture.otherSecret)
        #expect(throws: Never.self) { try TokenFixture.verified(old, keys: rotating) }
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try TokenFixture.verified(old) }
        // The right name does not help the wrong key.
        let foreign = try Forgery.result(key: TokenFixture.resultKey(Array(repeating: 1, count: 32)))
        #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) {
            try TokenFixture.verified(foreign, keys: rotating)
        }
    }

    @Test("a token without a kid is verified with every key")
    func tokenWithoutKeyID() throws {
        let rotating = try TokenFixture.keys(previous: TokenFixture.otherSecret)
        for secret in [TokenFixture.secret, TokenFixture.otherSecret] {
            let text = try Forgery.result(key: TokenFixture.resultKey(secret, id: nil))
            #expect(throws: Never.self) { try TokenFixture.verified(text, keys: rotating) }
        }
        let itself = try Forgery.result(key: SigningKey(hs256Secret: TokenFixture.secret))
        #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) { try TokenFixture.verified(itself) }
    }

    @Test("the signature covers header and claims")
    func changedHeaderOrClaims() throws {
        let result = try Forgery.result().split(separator: ".").map(String.init)
        let other = try Forgery.result("sub", #""another""#).split(separator: ".").map(String.init)
        let renamed = try Forgery.result(type: "application/result+jwt").split(separator: ".").map(String.init)
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
        let segments = try Forgery.result().split(separator: ".").map(String.init)
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

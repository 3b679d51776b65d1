import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("Kinds and keys of tokens of signed mode")
struct SignInTokenKindTests {
    @Test("a token of one kind is never accepted as the other, whatever its claims")
    func kinds() throws {
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

    @Test("a challenge token proves nothing, though it say so")
    func noProof() throws {
        let token = try TokenFixture.verified(try TokenFixture.forged(type: "challenge+jwt"), as: .challenge)
        #expect(token.proof == nil)
        #expect(token.kind == .challenge)
    }

    @Test(
        "only the type itself counts", arguments: [nil, "JWT", "", "result", "result+jwt2", "at+jwt", "x/result+jwt"])
    func types(type: String?) throws {
        let text = try TokenFixture.forged(type: type)
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(text) }
    }

    @Test("during a rotation the previous key verifies, too, and a third one never")
    func rotation() throws {
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

    @Test("a token that names a key is verified with none that has no name")
    func keyID() throws {
        let text = try TokenFixture.forged(key: try TokenFixture.key(id: "1"))
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try TokenFixture.verified(text) }
        #expect(throws: Never.self) {
            try TokenFixture.verified(text, keys: [try TokenFixture.verificationKey(id: "1")])
        }
    }

    @Test("without keys nothing is genuine")
    func noKeys() throws {
        let text = try TokenFixture.forged()
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try TokenFixture.verified(text, keys: []) }
    }

    @Test("the signature covers header and claims")
    func tampered() throws {
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
        "an algorithm that is none, or another",
        arguments: [
            (#"{"alg":"none","typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"alg":"HS512","typ":"result+jwt"}"#, .unsupportedAlgorithm),
            (#"{"alg":"RS256","typ":"result+jwt"}"#, .algorithmMismatch),
            (#"{"alg":"HS256","typ":"result+jwt","crit":[]}"#, .unsupportedHeaderParameter("crit")),
        ] as [(String, JOSEError)])
    func algorithms(header: String, error: JOSEError) throws {
        let segments = try TokenFixture.forged().split(separator: ".").map(String.init)
        let text = [Base64URL.encode(Array(header.utf8)), segments[1], segments[2]].joined(separator: ".")
        #expect(throws: SignInTokenError.notGenuine(error)) { try TokenFixture.verified(text) }
    }

    @Test(
        "junk",
        arguments: [
            ("", .wrongSegmentCount), ("..", .malformedHeader(.unexpectedEnd)), ("a.b", .wrongSegmentCount),
            ("a.b.c.d", .wrongSegmentCount), ("é.b.c", .invalidBase64URL),
            (String(repeating: "a", count: 8_193), .tokenTooLarge(limit: 8_192)),
        ] as [(String, JOSEError)])
    func junk(text: String, error: JOSEError) {
        #expect(throws: SignInTokenError.notGenuine(error)) { try TokenFixture.verified(text) }
    }
}

import JOSE
import Primitives
import SignInTokens
import Testing

@Suite("Minting tokens of signed mode")
struct SignInTokenMintTests {
    static func parts(_ token: SignInToken, _ key: SigningKey) throws -> [String] {
        let segments = try token.minted(with: key).split(separator: ".", omittingEmptySubsequences: false)
        try #require(segments.count == 3)
        return try segments.prefix(2).map {
            String(decoding: try #require(Base64URL.decode(String($0))), as: UTF8.self)
        }
    }

    @Test("a challenge token has its members in order")
    func challengeTokenMembers() throws {
        let parts = try Self.parts(TokenFixture.token(), try TokenFixture.key())
        #expect(parts[0] == #"{"alg":"HS256","typ":"challenge+jwt"}"#)
        #expect(
            parts[1]
                == #"{"iss":"urn:cognito-passkeys:eu-west-1_Example","aud":"urn:cognito-passkeys:eu-west-1_Example","#
                + #""sub":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","iat":1795215071,"exp":1795215671,"#
                + #""scope":"read:authenticators","other":{"tenantId":"eu-west-1_Example","#
                + #""userId":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","actionCode":"cognitoAuth","idempotencyKey":"k-1","#
                + #""username":"ada","emailDigest":"digest"}}"#)
    }

    @Test(
        "a result token adds the method of proof and the state",
        arguments: [VerificationMethod.passkey, .emailOTP])
    func resultTokenMembers(method: VerificationMethod) throws {
        let parts = try Self.parts(TokenFixture.token(.init(method: method)), try TokenFixture.key(id: "k\"1"))
        #expect(parts[0] == #"{"alg":"HS256","typ":"result+jwt","kid":"k\"1"}"#)
        #expect(
            parts[1].hasSuffix(
                #""username":"ada","emailDigest":"digest","verificationMethod":"\#(method.rawValue)","#
                    + #""state":"CHALLENGE_SUCCEEDED"}}"#))
    }

    @Test("a minted token verifies with the same content", arguments: [nil, SignInToken.Proof(method: .passkey)])
    func roundTrip(proof: SignInToken.Proof?) throws {
        var token = TokenFixture.token(proof)
        token.username = "é\"\\\u{1}😀"
        token.scope = ""
        token.idempotencyKey = "a b"
        let text = try token.minted(with: try TokenFixture.key())
        #expect(try TokenFixture.verified(text, as: token.kind) == token)
        #expect(token.kind == (proof == nil ? .challenge : .result))
    }

    @Test("the default scope does not allow adding an authenticator")
    func defaultScope() {
        #expect(TokenFixture.token().scope == "read:authenticators")
        #expect(SignInToken.readScope == "read:authenticators")
    }
}

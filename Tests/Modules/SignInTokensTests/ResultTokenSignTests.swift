import JOSE
import Primitives
import SignInTokens
import Testing

@Suite("Signing result tokens")
struct ResultTokenSignTests {
    private static func parts(_ token: ResultToken) throws -> [String] {
        let segments = try token.signed(with: TokenFixture.keys()).split(
            separator: ".", omittingEmptySubsequences: false)
        try #require(segments.count == 3)
        return try segments.prefix(2).map {
            String(decoding: try #require(Base64URL.decode(String($0))), as: UTF8.self)
        }
    }

    @Test("a passkey's token has its members in order, with what is known about the passkey")
    func passkey() throws {
        var token = TokenFixture.result
        token.assurance = Assurance(
            isUserVerified: true, isBackupEligible: true, isBackedUp: false,
            aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")
        token.region = "eu-west-1"
        let parts = try Self.parts(token)
        #expect(parts[0] == #"{"alg":"HS256","typ":"result+jwt","kid":"I05RdKHk2rM"}"#)
        #expect(
            parts[1]
                == #"{"iss":"urn:cognito-passkeys:eu-west-1_Example","aud":"urn:cognito-passkeys:eu-west-1_Example","#
                + #""sub":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","iat":1795215071,"exp":1795215671,"#
                + #""scope":"read:authenticators","other":{"tenantId":"eu-west-1_Example","#
                + #""userId":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","actionCode":"cognitoAuth","idempotencyKey":"k-1","#
                + #""username":"ada","region":"eu-west-1","verificationMethod":"PASSKEY","state":"CHALLENGE_SUCCEEDED","userVerified":true,"#
                + #""backupEligible":true,"backedUp":false,"aaguid":"ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"}}"#)
    }

    @Test("what is not known is left out, and a code's token has the digest of its address")
    func emailedCode() throws {
        var token = TokenFixture.result
        #expect(try Self.parts(token)[1].hasSuffix(#""PASSKEY","state":"CHALLENGE_SUCCEEDED"}}"#))
        token.method = .emailOTP
        token.emailDigest = try TokenFixture.keys().emailDigest(of: "ada@example.com")
        #expect(
            try Self.parts(token)[1].hasSuffix(
                #""EMAIL_OTP","state":"CHALLENGE_SUCCEEDED","#
                    + #""emailDigest":"RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0"}}"#))
    }

    @Test("a signed token verifies with the same content", arguments: [nil, false, true])
    func roundTrip(flag: Bool?) throws {
        var token = TokenFixture.result
        token.username = "é\"\\\u{1}😀"
        token.scope = ""
        token.idempotencyKey = "a b"
        token.state = ActionState(rawValue: "ALLOW")
        token.emailDigest = flag.map { "\($0)" }
        token.region = flag.map { "\($0)" }
        token.assurance = Assurance(isUserVerified: flag, isBackupEligible: flag, isBackedUp: flag)
        #expect(try TokenFixture.verified(token.signed(with: TokenFixture.keys())) == token)
    }

    @Test("the key is derived, so that TOKEN_SIGNING_KEY itself does not verify the token")
    func derivedKey() throws {
        let text = try TokenFixture.result.signed(with: TokenFixture.keys())
        #expect(throws: Never.self) {
            try CompactJWS.verify(text, keys: [TokenFixture.resultKey().verificationKey])
        }
        #expect(throws: JOSEError.invalidSignature) {
            try CompactJWS.verify(
                text, keys: [VerificationKey(hs256Secret: TokenFixture.secret, keyID: TokenFixture.keyID)])
        }
    }
}

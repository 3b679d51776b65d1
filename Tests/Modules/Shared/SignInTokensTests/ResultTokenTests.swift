import JOSE
import JSON
import Primitives
import SignInTokens
import TestKeys
import TestSupport
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
        let parts = try Self.parts(token)
        #expect(parts[0] == #"{"alg":"HS256","typ":"result+jwt","kid":"I05RdKHk2rM"}"#)
        #expect(
            parts[1]
                == #"{"iss":"urn:cognito-passkeys:eu-west-1_Example","aud":"urn:cognito-passkeys:eu-west-1_Example","#
                + #""sub":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","iat":1795215071,"exp":1795215671,"#
                + #""scope":"read:authenticators","other":{"tenantId":"eu-west-1_Example","#
                + #""userId":"8b5a3a5e-6d6f-4c0e-9d2e-2f4f3a9b1c7d","actionCode":"cognitoAuth","idempotencyKey":"k-1","#
                + #""username":"ada","verificationMethod":"PASSKEY","state":"CHALLENGE_SUCCEEDED","#
                + #""userVerified":true,"#
                + #""backupEligible":true,"backedUp":false,"aaguid":"ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"}}"#)
    }

    @Test("what is not known is left out, and a code's token has the digest of its address")
    func emailedCode() throws {
        var token = TokenFixture.result
        try expect(Self.parts(token)[1]) { $0.hasSuffix(#""PASSKEY","state":"CHALLENGE_SUCCEEDED"}}"#) }
        token.method = .emailOTP
        token.emailDigest = try TokenFixture.keys().emailDigest(of: "ada@example.com")
        try expect(Self.parts(token)[1]) {
            $0.hasSuffix(
                #""EMAIL_OTP","state":"CHALLENGE_SUCCEEDED","#
                    + #""emailDigest":"RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0"}}"#)
        }
    }

    @Test("a signed token verifies with the same content", arguments: [nil, false, true])
    func roundTrip(flag: Bool?) throws {
        var token = TokenFixture.result
        token.claims.username = "é\"\\\u{1}😀"
        token.claims.scope = ""
        token.claims.idempotencyKey = "a b"
        token.state = ActionState(rawValue: "ALLOW")
        token.emailDigest = flag.map { "\($0)" }
        token.assurance = Assurance(isUserVerified: flag, isBackupEligible: flag, isBackedUp: flag)
        try expect(TokenFixture.verified(token.signed(with: TokenFixture.keys())), equals: token)
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

@Suite("Verifying result tokens")
struct ResultTokenVerifyTests {
    @Test("a token that Python's joserfc has signed verifies")
    func otherLibrary() throws {
        let text =
            "eyJhbGciOiJIUzI1NiIsInR5cCI6InJlc3VsdCtqd3QiLCJraWQiOiJJMDVSZEtIazJyTSJ9.eyJpc3MiOiAidXJuOmNvZ25pdG8"
            + "tcGFzc2tleXM6ZXUtd2VzdC0xX0V4YW1wbGUiLCAiYXVkIjogInVybjpjb2duaXRvLXBhc3NrZXlzOmV1LXdlc3QtMV9FeGFtcGx"
            + "lIiwgInN1YiI6ICI4YjVhM2E1ZS02ZDZmLTRjMGUtOWQyZS0yZjRmM2E5YjFjN2QiLCAiaWF0IjogMTc5NTIxNTA3MSwgImV4cCI"
            + "6IDE3OTUyMTU2NzEsICJzY29wZSI6ICJyZWFkOmF1dGhlbnRpY2F0b3JzIiwgIm90aGVyIjogeyJ0ZW5hbnRJZCI6ICJldS13ZXN"
            + "0LTFfRXhhbXBsZSIsICJ1c2VySWQiOiAiOGI1YTNhNWUtNmQ2Zi00YzBlLTlkMmUtMmY0ZjNhOWIxYzdkIiwgImFjdGlvbkNvZGU"
            + "iOiAiY29nbml0b0F1dGgiLCAiaWRlbXBvdGVuY3lLZXkiOiAiay0xIiwgInVzZXJuYW1lIjogImFkYSIsICJ2ZXJpZmljYXRpb25"
            + "NZXRob2QiOiAiRU1BSUxfT1RQIiwgInN0YXRlIjogIkNIQUxMRU5HRV9TVUNDRUVERUQiLCAiZW1haWxEaWdlc3QiOiAiUnlwUUJ"
            + "2NzFNQmNVSHBtZWFiZjM3ODBxYVBXblEyVlI0NXc0ZTFyM0lYMCJ9fQ.PFhu7BM6k24rP4RwVdeydQ4fnDCnDMPjwzU9nmBISmM"
        let token = try TokenFixture.verified(text)
        #expect(token.method == .emailOTP && token.claims.subject == TokenFixture.subject)
        #expect(token.emailDigest == "RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0")
    }

    @Test("several audiences are accepted if ours is among them")
    func severalAudiences() throws {
        let text = try Forgery.result("aud", #"["a","\#(TokenFixture.issuer)"]"#)
        #expect(throws: Never.self) { try TokenFixture.verified(text) }
    }

    @Test("additional members are ignored, and a missing scope is empty")
    func additionalMembersAndMissingScope() throws {
        try expect(TokenFixture.verified(Forgery.result("scope", nil)).claims.scope, equals: "")
        try expect(TokenFixture.verified(Forgery.result("scope", "7")).claims.scope, equals: "")
        let added = #"{"x":1,"# + Forgery.result.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
        #expect(throws: Never.self) { try TokenFixture.verified(try Forgery.result("other", added)) }
    }

    @Test("methods and states are read as written, and the caller decides whether they suffice")
    func unknownMethodsAndStates() throws {
        let method = try TokenFixture.verified(try Forgery.result("verificationMethod", #""SMS""#))
        #expect(method.method == VerificationMethod(rawValue: "SMS"))
        let state = try TokenFixture.verified(try Forgery.result("state", #""ALLOW""#))
        #expect(state.state == ActionState(rawValue: "ALLOW"))
        #expect(state.state != .challengeSucceeded)
    }

    @Test("nbf is checked if it is present, with the same clock skew", arguments: [(60, true), (61, false)])
    func notBefore(ahead: Int64, isAccepted: Bool) throws {
        let text = try Forgery.result("scope", #""","nbf":\#(TokenFixture.now + ahead)"#)
        if isAccepted {
            #expect(throws: Never.self) { try TokenFixture.verified(text) }
        } else {
            #expect(throws: SignInTokenError.notGenuine(.notYetValid)) { try TokenFixture.verified(text) }
        }
    }

    @Test(
        "an optional member of other must have the right type",
        arguments: [
            ("emailDigest", "null"), ("emailDigest", #""""#), ("emailDigest", "7"), ("userVerified", #""true""#),
            ("userVerified", "1"), ("userVerified", "null"), ("backupEligible", "0"), ("backedUp", "null"),
            ("aaguid", "null"), ("aaguid", #""""#), ("aaguid", #""ea9b8d66""#),
            ("aaguid", #""EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4""#),
        ])
    func wrongOptionalMember(name: String, json: String) throws {
        let text = try Forgery.result("state", #""CHALLENGE_SUCCEEDED","\#(name)":\#(json)"#)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.verified(text) }
    }
}

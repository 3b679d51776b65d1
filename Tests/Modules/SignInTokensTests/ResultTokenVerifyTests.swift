import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

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
        #expect(token.method == .emailOTP && token.subject == TokenFixture.subject)
        #expect(token.emailDigest == "RypQBv71MBcUHpmeabf3780qaPWnQ2VR45w4e1r3IX0")
    }

    @Test("a good result token is accepted")
    func goodResultToken() throws {
        let token = try TokenFixture.verified(try Forgery.result())
        #expect(token == TokenFixture.result)
    }

    @Test(
        "a registered claim that is missing, has a wrong type or is wrong is refused",
        arguments: [
            ("iss", nil, .notGenuine(.missingClaim("iss"))),
            ("iss", #""urn:cognito-passkeys:eu-west-1_Other""#, .notGenuine(.wrongIssuer)),
            ("iss", #""""#, .notGenuine(.wrongIssuer)), ("iss", "7", .notGenuine(.invalidClaim("iss"))),
            ("iss", #""urn:cognito-passkeys:eu-west-1_example""#, .notGenuine(.wrongIssuer)),
            ("aud", nil, .notGenuine(.missingClaim("aud"))),
            ("aud", #""urn:cognito-passkeys:""#, .notGenuine(.wrongAudience)),
            ("aud", "[]", .notGenuine(.missingClaim("aud"))), ("aud", #"["a","b"]"#, .notGenuine(.wrongAudience)),
            ("aud", "null", .notGenuine(.invalidClaim("aud"))), ("sub", nil, .invalidClaim("sub, iat or exp")),
            ("sub", "null", .notGenuine(.invalidClaim("sub"))), ("sub", #""""#, .invalidClaim("userId")),
            ("sub", #""another""#, .invalidClaim("userId")), ("iat", nil, .invalidClaim("sub, iat or exp")),
            ("iat", "1795215071.5", .notGenuine(.invalidClaim("iat"))),
            ("iat", "-1", .notGenuine(.invalidClaim("iat"))),
            ("iat", #""1795215071""#, .notGenuine(.invalidClaim("iat"))),
            ("exp", nil, .notGenuine(.missingClaim("exp"))),
            ("exp", "9223372036854775807", .notGenuine(.invalidClaim("exp"))),
            ("exp", "null", .notGenuine(.invalidClaim("exp"))),
        ] as [(String, String?, SignInTokenError)])
    func wrongRegisteredClaim(name: String, json: String?, error: SignInTokenError) throws {
        let text = try Forgery.result(name, json)
        #expect(throws: error) { try TokenFixture.verified(text) }
    }

    @Test("several audiences are accepted if ours is among them")
    func severalAudiences() throws {
        let text = try Forgery.result("aud", #"["a","\#(TokenFixture.issuer)"]"#)
        #expect(throws: Never.self) { try TokenFixture.verified(text) }
    }

    @Test(
        "a required member of other that is missing, empty or not a string is refused",
        arguments: Forgery.result.map(\.name), [nil, "null", #""""#, "7", "true", #"["a"]"#, #"{"a":"b"}"#])
    func wrongMemberOfOther(name: String, json: String?) throws {
        let text = try Forgery.result(name, json)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.verified(text) }
    }

    @Test(
        "user and tenant must match subject and issuer",
        arguments: [
            ("userId", #""another""#), ("userId", #""8B5A3A5E-6D6F-4C0E-9D2E-2F4F3A9B1C7D""#),
            ("tenantId", #""eu-west-1_Other""#), ("tenantId", #""EU-WEST-1_EXAMPLE""#),
        ])
    func contradictoryMember(name: String, json: String) throws {
        let text = try Forgery.result(name, json)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.verified(text) }
    }

    @Test("a token without other is refused", arguments: [nil, "null", "[]", #""text""#, "{}", "7"])
    func missingOther(json: String?) throws {
        let text = try Forgery.result("other", json)
        #expect(throws: SignInTokenError.invalidClaim("userId")) { try TokenFixture.verified(text) }
    }

    @Test("a token of another pool is not genuine in this one")
    func otherPool() throws {
        let text = try Forgery.result()
        #expect(throws: SignInTokenError.notGenuine(.wrongIssuer)) {
            try TokenFixture.verified(text, pool: "eu-west-1_Other")
        }
    }

    @Test("additional members are ignored, and a missing scope is empty")
    func additionalMembersAndMissingScope() throws {
        #expect(try TokenFixture.verified(try Forgery.result("scope", nil)).scope == "")
        #expect(try TokenFixture.verified(try Forgery.result("scope", "7")).scope == "")
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

    @Test("a duplicate member makes the token unreadable, whatever its values")
    func duplicateMember() throws {
        let text = try Forgery.result("sub", #""a","sub":"\#(TokenFixture.subject)""#)
        let error = #expect(throws: SignInTokenError.self) { try TokenFixture.verified(text) }
        guard case .notGenuine(.malformedClaims(.duplicateMember)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "clocks may differ by exactly 60 s",
        arguments: [
            ("exp", 659, nil), ("exp", 660, .expired), ("exp", 600, nil), ("exp", 100_000, .expired),
            ("iat", -60, nil), ("iat", -61, .issuedInFuture), ("iat", -100_000, .issuedInFuture),
        ] as [(String, Int64, JOSEError?)])
    func clockSkew(claim: String, passed: Int64, error: JOSEError?) throws {
        let text = try Forgery.result()
        let now = TokenFixture.now + passed
        if let error {
            #expect(throws: SignInTokenError.notGenuine(error)) { try TokenFixture.verified(text, now: now) }
        } else {
            #expect(throws: Never.self) { try TokenFixture.verified(text, now: now) }
        }
        #expect(ClockSkew.maximum == 60)
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
            ("region", "null"), ("region", #""""#), ("region", "7"), ("region", "true"),
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

import JOSE
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("Verifying tokens of signed mode")
struct SignInTokenVerifyTests {
    @Test("a good result token is accepted")
    func goodResultToken() throws {
        let token = try TokenFixture.verified(try TokenFixture.forged())
        #expect(token == TokenFixture.token(.init(method: .passkey)))
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
        let text = try TokenFixture.forged(name, json)
        #expect(throws: error) { try TokenFixture.verified(text) }
    }

    @Test("several audiences are accepted if ours is among them")
    func severalAudiences() throws {
        let text = try TokenFixture.forged("aud", #"["a","\#(TokenFixture.issuer)"]"#)
        #expect(throws: Never.self) { try TokenFixture.verified(text) }
    }

    @Test(
        "a member of other that is missing, empty or not a string is refused",
        arguments: TokenFixture.other.map(\.name), [nil, "null", #""""#, "7", "true", #"["a"]"#, #"{"a":"b"}"#])
    func wrongMemberOfOther(name: String, json: String?) throws {
        let text = try TokenFixture.forged(name, json)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.verified(text) }
    }

    @Test(
        "user and tenant must match subject and issuer",
        arguments: [
            ("userId", #""another""#), ("userId", #""8B5A3A5E-6D6F-4C0E-9D2E-2F4F3A9B1C7D""#),
            ("tenantId", #""eu-west-1_Other""#), ("tenantId", #""EU-WEST-1_EXAMPLE""#),
        ])
    func contradictoryMember(name: String, json: String) throws {
        let text = try TokenFixture.forged(name, json)
        #expect(throws: SignInTokenError.invalidClaim(name)) { try TokenFixture.verified(text) }
    }

    @Test("a token without other is refused", arguments: [nil, "null", "[]", #""text""#, "{}", "7"])
    func missingOther(json: String?) throws {
        let text = try TokenFixture.forged("other", json)
        #expect(throws: SignInTokenError.invalidClaim("userId")) { try TokenFixture.verified(text) }
    }

    @Test("a token of another pool is not genuine in this one")
    func otherPool() throws {
        let text = try TokenFixture.forged()
        #expect(throws: SignInTokenError.notGenuine(.wrongIssuer)) {
            try TokenFixture.verified(text, pool: "eu-west-1_Other")
        }
    }

    @Test("additional members are ignored, and a missing scope is empty")
    func additionalMembersAndMissingScope() throws {
        #expect(try TokenFixture.verified(try TokenFixture.forged("scope", nil)).scope == "")
        #expect(try TokenFixture.verified(try TokenFixture.forged("scope", "7")).scope == "")
        let added = #"{"x":1,"# + TokenFixture.other.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
        #expect(throws: Never.self) { try TokenFixture.verified(try TokenFixture.forged("other", added)) }
    }

    @Test("methods and states are read as written, and the caller decides whether they suffice")
    func unknownMethodsAndStates() throws {
        let method = try TokenFixture.verified(try TokenFixture.forged("verificationMethod", #""SMS""#))
        #expect(method.proof?.method == VerificationMethod(rawValue: "SMS"))
        let state = try TokenFixture.verified(try TokenFixture.forged("state", #""ALLOW""#))
        #expect(state.proof?.state == ActionState(rawValue: "ALLOW"))
        #expect(state.proof?.state != .challengeSucceeded)
    }

    @Test("a duplicate member makes the token unreadable, whatever its values")
    func duplicateMember() throws {
        let text = try TokenFixture.forged("sub", #""a","sub":"\#(TokenFixture.subject)""#)
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
        let text = try TokenFixture.forged()
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
        let text = try TokenFixture.forged("scope", #""","nbf":\#(TokenFixture.now + ahead)"#)
        if isAccepted {
            #expect(throws: Never.self) { try TokenFixture.verified(text) }
        } else {
            #expect(throws: SignInTokenError.notGenuine(.notYetValid)) { try TokenFixture.verified(text) }
        }
    }
}

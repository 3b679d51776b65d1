import JOSE
import JSON
import Testing

@Suite("Claims")
struct ClaimsTests {
    @Test("registered claims are read, and every other claim is found by its name")
    func registeredAndOtherClaims() throws {
        let claims = try JOSEFixture.claims(
            #"{"iss":"i","sub":"s","aud":["a","b"],"exp":3,"nbf":1,"iat":2,"jti":"j","other":{"userId":"u"}}"#)
        #expect(claims.issuer == "i")
        #expect(claims.subject == "s")
        #expect(claims.audience == ["a", "b"])
        #expect((claims.notBefore, claims.issuedAt, claims.expiration) == (1, 2, 3))
        #expect(claims.tokenID == "j")
        #expect(claims["other"]?["userId"]?.string == "u")
        #expect(claims["absent"] == nil)
    }

    @Test("absent claims are nil, and an absent audience is empty")
    func absentClaims() throws {
        let claims = try JOSEFixture.claims("{}")
        #expect(claims.issuer == nil && claims.subject == nil && claims.tokenID == nil && claims.audience.isEmpty)
        #expect(claims.expiration == nil && claims.notBefore == nil && claims.issuedAt == nil)
    }

    static let refused: [(String, JOSEError)] = [
        ("[]", .claimsNotAnObject), ("null", .claimsNotAnObject), (#""{}""#, .claimsNotAnObject),
        ("", .malformedClaims(.unexpectedEnd)), ("{} {}", .malformedClaims(.trailingData(offset: 3))),
        (#"{"sub":"a","sub":"b"}"#, .malformedClaims(.duplicateMember(offset: 11))),
        ("\u{FEFF}{}", .malformedClaims(.byteOrderMark)),
        (#"{"iss":1}"#, .invalidClaim("iss")), (#"{"iss":null}"#, .invalidClaim("iss")),
        (#"{"sub":["s"]}"#, .invalidClaim("sub")), (#"{"jti":7}"#, .invalidClaim("jti")),
        (#"{"aud":null}"#, .invalidClaim("aud")), (#"{"aud":{}}"#, .invalidClaim("aud")),
        (#"{"aud":["a",1]}"#, .invalidClaim("aud")), (#"{"aud":[["a"]]}"#, .invalidClaim("aud")),
        (#"{"exp":"3"}"#, .invalidClaim("exp")), (#"{"exp":null}"#, .invalidClaim("exp")),
        (#"{"exp":1.5}"#, .invalidClaim("exp")), (#"{"exp":1e9}"#, .invalidClaim("exp")),
        (#"{"exp":-1}"#, .invalidClaim("exp")), (#"{"exp":253402300800}"#, .invalidClaim("exp")),
        (#"{"exp":9223372036854775807}"#, .invalidClaim("exp")),
        (#"{"exp":99999999999999999999}"#, .invalidClaim("exp")),
        (#"{"nbf":true}"#, .invalidClaim("nbf")), (#"{"iat":[1]}"#, .invalidClaim("iat")),
    ]

    @Test("claims that are not an object, are ambiguous or have a wrong type are refused", arguments: refused)
    func malformedClaims(payload: String, error: JOSEError) {
        #expect(throws: error) { try JOSEFixture.claims(payload) }
    }

    static let now: Int64 = 1_790_000_000

    private static func validate(_ members: String, skew: Int64 = 60) throws {
        try JOSEFixture.claims("{\(members)}").validate(issuer: "me", audience: "you", now: now, skew: skew)
    }

    static let names: [(String, JOSEError?)] = [
        (#""iss":"me","aud":"you""#, nil), (#""iss":"me","aud":["them","you"]"#, nil),
        (#""aud":"you""#, .missingClaim("iss")), (#""iss":"me""#, .missingClaim("aud")),
        (#""iss":"me","aud":[]"#, .missingClaim("aud")), (#""iss":"Me","aud":"you""#, .wrongIssuer),
        (#""iss":"","aud":"you""#, .wrongIssuer), (#""iss":"me ","aud":"you""#, .wrongIssuer),
        (#""iss":"me","aud":"yo""#, .wrongAudience), (#""iss":"me","aud":["YOU","you "]"#, .wrongAudience),
    ]

    @Test("issuer and audience must be present and match the expected ones", arguments: names)
    func issuerAndAudience(members: String, error: JOSEError?) throws {
        let members = members + #","exp":\#(Self.now + 1)"#
        if let error {
            #expect(throws: error) { try Self.validate(members) }
        } else {
            try Self.validate(members)
        }
    }

    /// A claim, its offset from now, the skew, and the expected error.
    static let times: [(claim: String, offset: Int64, skew: Int64, error: JOSEError?)] = [
        ("exp", 1, 0, nil), ("exp", 0, 0, .expired), ("exp", -59, 60, nil), ("exp", -60, 60, .expired),
        ("exp", -59, 1000, nil), ("exp", -60, 1000, .expired), ("exp", 0, -1000, .expired), ("exp", 1, -1000, nil),
        ("nbf", 0, 0, nil), ("nbf", 1, 0, .notYetValid), ("nbf", 60, 60, nil), ("nbf", 61, 60, .notYetValid),
        ("nbf", 61, Int64.max, .notYetValid), ("nbf", 1, Int64.min, .notYetValid),
        ("iat", 0, 0, nil), ("iat", 1, 0, .issuedInFuture), ("iat", 60, 60, nil), ("iat", 61, 60, .issuedInFuture),
        ("iat", 61, 1000, .issuedInFuture), ("iat", -1_000_000, 0, nil),
    ]

    @Test("times are exact to the second, with a skew of 0 to 60 seconds", arguments: times)
    func timesAndSkew(claim: String, offset: Int64, skew: Int64, error: JOSEError?) throws {
        let end = claim == "exp" ? "" : #","exp":\#(Self.now + 1000)"#
        let members = #""iss":"me","aud":"you","\#(claim)":\#(Self.now + offset)\#(end)"#
        let claims = try JOSEFixture.claims("{\(members)}")
        if let error {
            #expect(throws: error) { try Self.validate(members, skew: skew) }
            #expect(throws: error) { try claims.validateTimes(now: Self.now, skew: skew) }
        } else {
            try Self.validate(members, skew: skew)
            try claims.validateTimes(now: Self.now, skew: skew)
        }
    }

    @Test("a token without an expiration is refused")
    func missingExpiration() throws {
        #expect(throws: JOSEError.missingClaim("exp")) { try Self.validate(#""iss":"me","aud":"you","iat":1"#) }
    }
}

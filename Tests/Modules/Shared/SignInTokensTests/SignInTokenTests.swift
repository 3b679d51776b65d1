import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens
import TestKeys
import TestSupport
import Testing

/// A kind of token, for what holds of both.
enum TokenKind: CaseIterable {
    case challenge, result

    /// A token made with the right key, in which one claim is replaced or removed.
    func forged(
        _ name: String = "", _ json: String? = nil, type: String? = nil, secret: [UInt8] = TokenFixture.secret
    ) throws -> String {
        switch self {
        case .challenge:
            try Forgery.challenge(name, json, type: type ?? "challenge+jwt", key: TokenFixture.challengeKey(secret))
        case .result: try Forgery.result(name, json, type: type ?? "result+jwt", key: TokenFixture.resultKey(secret))
        }
    }

    /// A token of the fixture, as the keys make it.
    func made(with keys: SignInKeys) throws -> String {
        switch self {
        case .challenge: try TokenFixture.challenge.sealed(with: keys)
        case .result: try TokenFixture.result.signed(with: keys)
        }
    }

    /// Reads a token, and says whether it is that of the fixture.
    @discardableResult
    func isRead(
        _ text: String, pool: String = TokenFixture.pool, keys: SignInKeys? = nil, now: Int64 = TokenFixture.now
    ) throws -> Bool {
        switch self {
        case .challenge: try TokenFixture.opened(text, pool: pool, keys: keys, now: now) == TokenFixture.challenge
        case .result: try TokenFixture.verified(text, pool: pool, keys: keys, now: now) == TokenFixture.result
        }
    }
}

@Suite("Reading tokens of both kinds")
struct SignInTokenTests {
    @Test("a good token is accepted", arguments: TokenKind.allCases)
    func goodToken(kind: TokenKind) throws { try expect(kind.isRead(kind.forged()), equals: true) }

    @Test(
        "a claim that is missing, has a wrong type or is wrong is refused", arguments: TokenKind.allCases,
        [
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
            ("exp", nil, .notGenuine(.missingClaim("exp"))), ("exp", "null", .notGenuine(.invalidClaim("exp"))),
            ("exp", "9223372036854775807", .notGenuine(.invalidClaim("exp"))),
            // User and tenant must match subject and issuer.
            ("userId", #""another""#, .invalidClaim("userId")),
            ("userId", #""8B5A3A5E-6D6F-4C0E-9D2E-2F4F3A9B1C7D""#, .invalidClaim("userId")),
            ("tenantId", #""eu-west-1_Other""#, .invalidClaim("tenantId")),
            ("tenantId", #""EU-WEST-1_EXAMPLE""#, .invalidClaim("tenantId")),
            ("other", nil, .invalidClaim("userId")), ("other", "null", .invalidClaim("userId")),
            ("other", "[]", .invalidClaim("userId")), ("other", #""text""#, .invalidClaim("userId")),
            ("other", "{}", .invalidClaim("userId")), ("other", "7", .invalidClaim("userId")),
        ] as [(String, String?, SignInTokenError)])
    func wrongClaim(kind: TokenKind, claim: (name: String, json: String?, error: SignInTokenError)) throws {
        let text = try kind.forged(claim.name, claim.json)
        #expect(throws: claim.error) { try kind.isRead(text) }
    }

    @Test(
        "a required member of other that is missing, empty or not a string is refused",
        arguments: Forgery.result.map(\.name), [nil, "null", #""""#, "7", "true", #"["a"]"#, #"{"a":"b"}"#])
    func wrongMember(name: String, json: String?) throws {
        for kind in TokenKind.allCases where kind == .result || Forgery.common.contains(where: { $0.name == name }) {
            let text = try kind.forged(name, json)
            #expect(throws: SignInTokenError.invalidClaim(name)) { try kind.isRead(text) }
        }
    }

    @Test("a duplicate member makes the token unreadable, whatever its values", arguments: TokenKind.allCases)
    func duplicateMember(kind: TokenKind) throws {
        let text = try kind.forged("sub", #""a","sub":"\#(TokenFixture.subject)""#)
        let error = #expect(throws: SignInTokenError.self) { try kind.isRead(text) }
        guard case .notGenuine(.malformedClaims(.duplicateMember)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a token of another pool is not genuine in this one", arguments: TokenKind.allCases)
    func otherPool(kind: TokenKind) throws {
        let text = try kind.forged()
        #expect(throws: SignInTokenError.notGenuine(.wrongIssuer)) { try kind.isRead(text, pool: "eu-west-1_Other") }
    }

    @Test(
        "clocks may differ by exactly 60 s", arguments: TokenKind.allCases,
        [
            (659, nil), (660, .expired), (600, nil), (100_000, .expired), (-60, nil), (-61, .issuedInFuture),
            (-100_000, .issuedInFuture),
        ] as [(Int64, JOSEError?)])
    func clockSkew(kind: TokenKind, time: (passed: Int64, error: JOSEError?)) throws {
        let (text, now) = (try kind.forged(), TokenFixture.now + time.passed)
        if let error = time.error {
            #expect(throws: SignInTokenError.notGenuine(error)) { try kind.isRead(text, now: now) }
        } else {
            try expect(kind.isRead(text, now: now), equals: true)
        }
        #expect(ClockSkew.maximum == 60)
    }

    @Test(
        "during a rotation the previous key also counts, and a third one never does",
        arguments: [(.challenge, .notAuthentic), (.result, .invalidSignature)] as [(TokenKind, JOSEError)])
    func keyRotation(kind: TokenKind, error: JOSEError) throws {
        let old = try kind.made(with: TokenFixture.keys(TokenFixture.otherSecret))
        let rotating = try TokenFixture.keys(previous: TokenFixture.otherSecret)
        try expect(kind.isRead(old, keys: rotating), equals: true)
        #expect(throws: SignInTokenError.notGenuine(.unknownKeyID)) { try kind.isRead(old) }
        // The right name does not help the wrong key.
        let foreign = try kind.forged(secret: Array(repeating: 1, count: 32))
        #expect(throws: SignInTokenError.notGenuine(error)) { try kind.isRead(foreign, keys: rotating) }
    }

    @Test("a result token without a kid is verified with every key")
    func tokenWithoutKeyID() throws {
        let rotating = try TokenFixture.keys(previous: TokenFixture.otherSecret)
        for secret in [TokenFixture.secret, TokenFixture.otherSecret] {
            let text = try Forgery.result(key: TokenFixture.resultKey(secret, id: nil))
            #expect(throws: Never.self) { try TokenFixture.verified(text, keys: rotating) }
        }
        let itself = try Forgery.result(key: SigningKey(hs256Secret: TokenFixture.secret))
        #expect(throws: SignInTokenError.notGenuine(.invalidSignature)) { try TokenFixture.verified(itself) }
    }

    @Test(
        "only the type itself counts", arguments: TokenKind.allCases,
        [
            "JWT", "", "result", "challenge", "result+jwt2", "at+jwt", "x/result+jwt", "x/challenge+jwt", "result+jwt",
            "challenge+jwt",
        ])
    func otherType(kind: TokenKind, type: String) throws {
        let text = try kind.forged(type: type)
        if type == "\(kind)+jwt" {
            try expect(kind.isRead(text), equals: true)
        } else {
            #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try kind.isRead(text) }
        }
        let untyped = try Forgery.result(type: nil)
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) { try TokenFixture.verified(untyped) }
    }

    @Test("a sealed token is no result, and a signed one is no challenge, even if its content says so")
    func kindsStayApart() throws {
        let challenge = try TokenKind.challenge.made(with: TokenFixture.keys())
        #expect(throws: SignInTokenError.notGenuine(.wrongSegmentCount)) { try TokenFixture.verified(challenge) }
        for key in [try TokenFixture.resultKey(), try SigningKey(hs256Secret: TokenFixture.secret)] {
            let text = try CompactJWS.sign(Forgery.content(Forgery.challenge), type: "challenge+jwt", key: key)
            #expect(throws: SignInTokenError.notGenuine(.wrongSegmentCount)) { try TokenFixture.opened(text) }
        }
    }
}

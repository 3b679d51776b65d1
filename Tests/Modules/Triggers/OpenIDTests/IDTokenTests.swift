import JOSE
import JSON
import OpenID
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("ID tokens")
struct IDTokenTests {
    static let now: Int64 = 1_800_000_000_000
    static let second: Int64 = 1_800_000_000

    static func verify(
        _ token: String, _ keys: [VerificationKey], audiences: [String] = ["app"]
    ) throws -> IDToken {
        let issuer = try #require(Issuer(FakeIssuer.issuer))
        return try IDToken(verifying: token, of: issuer, for: audiences, keys: keys, now: second)
    }

    static func verify(_ changes: [String: String?], audiences: [String] = ["app"]) throws -> IDToken {
        let key = try IDTokenSample.key()
        let token = try IDTokenSample.token(key, at: now, changes)
        return try verify(token, [key.verificationKey], audiences: audiences)
    }

    @Test("ID tokens of every algorithm are read", arguments: IDTokenSample.kinds)
    func everyAlgorithm(kind: KeyKind) throws {
        let key = try IDTokenSample.key(kind)
        let token = try IDTokenSample.token(key, at: Self.now, ["nonce": #""n""#])
        let read = try Self.verify(token, [key.verificationKey])
        #expect(read.issuer == FakeIssuer.issuer)
        #expect(read.subject == "auth0|123")
        #expect(read.qualifiedSubject == "https://issuer.example/|auth0|123")
        #expect(read.issuedAt == Self.second)
        #expect(read.nonce == "n")
    }

    @Test("ID tokens are identified by what is signed, not by the signature")
    func identifierIgnoresTheSignature() throws {
        let key = try IDTokenSample.key()
        let first = try IDTokenSample.token(key, at: Self.now)
        // ECDSA signatures differ each time.
        let again = try IDTokenSample.token(key, at: Self.now)
        let other = try IDTokenSample.token(key, at: Self.now, ["jti": #""x""#])
        let names = try [first, again, other].map { try Self.verify($0, [key.verificationKey]).identifier }
        #expect(first != again)
        #expect(names[0] == names[1])
        #expect(names[0] != names[2])
        #expect(names[0].utf8.count == 43)
    }

    @Test(
        "an ID token for several trusted audiences says which one asked for it",
        arguments: [#"["app","web"]"#, #"["web","app"]"#], [#""app""#, #""web""#])
    func severalAudiences(audience: String, party: String) throws {
        let token = try Self.verify(["aud": audience, "azp": party], audiences: ["app", "web"])
        #expect(token.subject == "auth0|123")
    }

    static let limits: [[String: String?]] = [
        ["aud": #"["app"]"#], ["azp": #""app""#], ["exp": String(second - 59)], ["nbf": String(second + 60)],
        ["iat": String(second + 60)], ["sub": "\"\(String(repeating: "a", count: 255))\""], ["sub": #"" ~""#],
        ["token_use": #""id""#], ["typ": #""ID""#], ["auth_time": String(second + 60)], ["auth_time": "0"],
        ["iat": "0"], ["email": #""someone@example.test""#, "x": "[null]"],
    ]

    @Test("an ID token may say when the user signed in", arguments: [nil, 0, second])
    func timeOfTheSignIn(time: Int64?) throws {
        try expect(Self.verify(["auth_time": time.map { String($0) }]).signedInAt, equals: time)
    }

    @Test("ID tokens at the limits of what is allowed are read", arguments: limits)
    func claimsAtTheLimits(changes: [String: String?]) throws {
        try expect(Self.verify(changes).issuer, equals: FakeIssuer.issuer)
    }

    static let unacceptable: [([String: String?], IssuedTokenError)] = [
        (["iss": nil], .notGenuine(.missingClaim("iss"))),
        (["iss": #""https://issuer.example""#], .notGenuine(.wrongIssuer)),
        (["iss": #""https://ISSUER.example/""#], .notGenuine(.wrongIssuer)),
        (["iss": "7"], .notGenuine(.invalidClaim("iss"))),
        (["aud": nil], .notGenuine(.missingClaim("aud"))),
        (["aud": "[]"], .notGenuine(.missingClaim("aud"))),
        (["aud": #""App""#], .notGenuine(.wrongAudience)),
        (["aud": #"["other"]"#], .notGenuine(.wrongAudience)),
        (["aud": #"["app",7]"#], .notGenuine(.invalidClaim("aud"))),
        (["aud": #"["app","other"]"#, "azp": #""app""#], .wrongAuthorizedParty),
        (["aud": #"["app","app"]"#], .wrongAuthorizedParty),
        (["azp": #""other""#], .wrongAuthorizedParty),
        (["azp": "7"], .notGenuine(.invalidClaim("azp"))),
        (["exp": nil], .notGenuine(.missingClaim("exp"))),
        (["exp": String(second - 60)], .notGenuine(.expired)),
        (["exp": "1.8e9"], .notGenuine(.invalidClaim("exp"))),
        (["nbf": String(second + 61)], .notGenuine(.notYetValid)),
        (["iat": nil], .notGenuine(.missingClaim("iat"))),
        (["iat": String(second + 61)], .notGenuine(.issuedInFuture)),
        (["sub": nil], .notGenuine(.missingClaim("sub"))),
        (["sub": "null"], .notGenuine(.invalidClaim("sub"))),
        (["sub": #""""#], .invalidSubject),
        (["sub": "\"\(String(repeating: "a", count: 256))\""], .invalidSubject),
        (["sub": #""a\u0000""#], .invalidSubject),
        (["sub": #""\u00e9""#], .invalidSubject),
        (["nonce": "7"], .notGenuine(.invalidClaim("nonce"))),
        (["auth_time": #""1800000000""#], .notGenuine(.invalidClaim("auth_time"))),
        (["auth_time": "1800000000.5"], .notGenuine(.invalidClaim("auth_time"))),
        (["auth_time": "null"], .notGenuine(.invalidClaim("auth_time"))),
        (["auth_time": "-1"], .notGenuine(.invalidClaim("auth_time"))),
        (["auth_time": String(second + 61)], .notGenuine(.invalidClaim("auth_time"))),
        (["auth_time": "9223372036854775807"], .notGenuine(.invalidClaim("auth_time"))),
        // Tokens of other kinds under the same keys: to end a session (OpenID Connect Back-Channel Logout 1.0 section
        // 2.4), and those of Amazon Cognito and Keycloak.
        (["events": #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#], .wrongUse),
        (["events": "{}"], .wrongUse), (["events": "null"], .wrongUse),
        (["token_use": #""access""#], .wrongUse), (["token_use": #""ID""#], .wrongUse), (["token_use": "7"], .wrongUse),
        (["typ": #""Bearer""#], .wrongUse), (["typ": #""Refresh""#], .wrongUse), (["typ": #""Logout""#], .wrongUse),
        (["typ": #""id""#], .wrongUse), (["typ": #"["ID"]"#], .wrongUse),
        (["typ": #""ID""#, "token_use": #""access""#], .wrongUse),
    ]

    @Test("ID tokens with a wrong claim are refused", arguments: unacceptable)
    func wrongClaims(changes: [String: String?], error: IssuedTokenError) {
        #expect(throws: error) { try Self.verify(changes) }
    }

    @Test("ID tokens are refused if no audience is configured")
    func noConfiguredAudience() {
        #expect(throws: IssuedTokenError.notGenuine(.wrongAudience)) { try Self.verify([:], audiences: []) }
    }

    @Test(
        "an ID token with a typ other than JWT is refused",
        arguments: ["at+jwt", "application/at+jwt", "logout+jwt", ""])
    func otherType(type: String) throws {
        let key = try IDTokenSample.key()
        for accepted in ["JWT", "jwt", nil] {
            let token = try IDTokenSample.token(key, at: Self.now, type: accepted)
            try expect(Self.verify(token, [key.verificationKey]).subject, equals: "auth0|123")
        }
        let token = try IDTokenSample.token(key, at: Self.now, type: type)
        #expect(throws: IssuedTokenError.notGenuine(.wrongType)) { try Self.verify(token, [key.verificationKey]) }
    }

    static let foreignHeaders: [(String, JOSEError)] = [
        (#"{"alg":"none"}"#, .unsupportedAlgorithm), (#"{"alg":"RS384","kid":"one"}"#, .unsupportedAlgorithm),
        (#"{"alg":"HS256","kid":"one"}"#, .algorithmMismatch), (#"{"alg":"RS256","kid":"one"}"#, .algorithmMismatch),
        (#"{"alg":"EdDSA"}"#, .algorithmMismatch), (#"{"alg":"ES256","kid":"two"}"#, .unknownKeyID),
        (#"{"alg":"ES256","kid":"one","crit":["x"],"x":1}"#, .unsupportedHeaderParameter("crit")),
        (#"{"alg":"ES256","kid":"one","typ":7}"#, .wrongType),
    ]

    @Test("an ID token whose header names an algorithm other than the key's is refused", arguments: foreignHeaders)
    func otherAlgorithm(header: String, error: JOSEError) throws {
        let key = try IDTokenSample.key()
        let token = try CompactJWS.sign(IDTokenSample.payload(at: Self.now), headerBytes: Array(header.utf8), key: key)
        #expect(throws: IssuedTokenError.notGenuine(error)) { try Self.verify(token, [key.verificationKey]) }
    }

    @Test("an ID token signed with the public key as a secret is refused", arguments: IDTokenSample.kinds)
    func publicKeyAsSecret(kind: KeyKind) throws {
        let key = try IDTokenSample.key(kind)
        let secret = try #require(key.verificationKey.publicJWK)
        let token = try IDTokenSample.token(SigningKey(hs256Secret: secret, keyID: "one"), at: Self.now)
        #expect(throws: IssuedTokenError.notGenuine(.algorithmMismatch)) {
            try Self.verify(token, [key.verificationKey])
        }
    }
}

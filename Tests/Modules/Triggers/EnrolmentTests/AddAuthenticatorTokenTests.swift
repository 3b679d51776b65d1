import Enrolment
import JOSE
import JSON
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import TestKeys
import TestSupport
import Testing
import TriggerTestSupport

@Suite("AddAuthenticator judges the access token")
struct AddAuthenticatorTokenTests {
    @Test("a recent sign-in gets a token, and the pool is asked for its keys once")
    func recentSignInGetsAToken() throws {
        let deployment = try AddAuthenticatorDeployment()
        for _ in 0..<3 { try expect(deployment.send(deployment.accessToken()).status, equals: 200) }
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall])
        #expect(deployment.recorder.lines == [])
    }

    static let refusals: [(changes: [String: JSONText?], reason: String)] = [
        (["iss": "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Another1"], "not genuine, wrongIssuer"),
        (["iss": nil], #"not genuine, missingClaim("iss")"#),
        (["client_id": "unlisted"], "of an app client that is not allowed"),
        (["client_id": "another2"], "of an app client that is not allowed"),
        (["client_id": nil], #"not genuine, missingClaim("client_id")"#),
        (["token_use": "id"], "token_use is not access"),
        (["token_use": nil], #"not genuine, missingClaim("token_use")"#),
        (["scope": "openid profile"], "without the scope aws.cognito.signin.user.admin"),
        (["scope": "aws.cognito.signin.user.administrator"], "without the scope aws.cognito.signin.user.admin"),
        (["scope": nil], #"not genuine, missingClaim("scope")"#),
        (["exp": .number(TestClock.second - 60)], "not genuine, expired"),
        (["exp": nil], #"not genuine, missingClaim("exp")"#),
        (["iat": .number(TestClock.second + 61)], "not genuine, issuedInFuture"),
        (["iat": nil], #"not genuine, missingClaim("iat")"#),
        (["nbf": .number(TestClock.second + 61)], "not genuine, notYetValid"),
        (["auth_time": nil], #"not genuine, missingClaim("auth_time")"#),
        (["auth_time": "1800000000"], #"not genuine, invalidClaim("auth_time")"#),
        (["auth_time": .raw("1800000000.5")], #"not genuine, invalidClaim("auth_time")"#),
        (["auth_time": .raw("-1")], #"not genuine, invalidClaim("auth_time")"#),
        (["auth_time": .raw("null")], #"not genuine, invalidClaim("auth_time")"#),
        (["auth_time": .raw("9223372036854775807")], #"not genuine, invalidClaim("auth_time")"#),
        (["auth_time": .number(TestClock.second + 61)], #"not genuine, invalidClaim("auth_time")"#),
        (["sub": nil], #"not genuine, missingClaim("sub")"#),
        (["sub": ""], #"not genuine, invalidClaim("sub")"#),
        (["sub": .string(String(repeating: "a", count: 129))], #"not genuine, invalidClaim("sub")"#),
        (["sub": .number(1)], #"not genuine, invalidClaim("sub")"#),
        // Tokens of machines have no user.
        (["username": nil], #"not genuine, missingClaim("username")"#),
        (["username": ""], #"not genuine, invalidClaim("username")"#),
    ]

    @Test("an access token with a wrong claim is refused", arguments: refusals)
    func wrongClaimIsRefused(changes: [String: JSONText?], reason: String) throws {
        let deployment = try AddAuthenticatorDeployment()
        let answer = try deployment.send(try deployment.accessToken(changes))
        #expect(answer.status == 401)
        #expect(answer.error == "invalid_token")
        #expect(answer.headers["www-authenticate"] == #"Bearer error="invalid_token""#)
        #expect(deployment.recorder.lines == ["INFO refused with status 401: the access token: \(reason)"])
    }

    @Test(
        "the sign-in may be as long ago as is configured, and not a second more",
        arguments: [nil, 60, 599] as [Int64?])
    func signInAgeIsLimited(limit: Int64?) throws {
        let deployment = try AddAuthenticatorDeployment(
            AddAuthenticatorDeployment.signed, limit.map { ["MAX_SIGN_IN_AGE": String($0)] } ?? [:])
        let seconds = limit ?? 600
        func send(age: Int64) throws -> AddAuthenticatorDeployment.Answer {
            // Refreshed just now: what counts is when the user signed in.
            try deployment.send(try deployment.accessToken(["auth_time": .number(TestClock.second - age)]))
        }
        try expect(send(age: seconds).status, equals: 200)
        let answer = try send(age: seconds + 1)
        #expect(answer.status == 401)
        #expect(answer.error == "insufficient_user_authentication")
        #expect(answer.body["message"]?.string == "Sign in again to add an authenticator")
        #expect(
            answer.headers["www-authenticate"]
                == #"Bearer error="insufficient_user_authentication", max_age="\#(seconds)""#)
    }

    @Test("clocks may be a minute apart")
    func clocksMayBeAMinuteApart() throws {
        let deployment = try AddAuthenticatorDeployment()
        let changes: [String: JSONText?] = [
            "exp": .number(TestClock.second - 59), "iat": .number(TestClock.second + 60),
            "auth_time": .number(TestClock.second + 60),
        ]
        try expect(deployment.send(deployment.accessToken(changes)).status, equals: 200)
    }

    @Test("only RS256 counts, whatever the pool publishes", arguments: [KeyKind.p256, .ed25519])
    func onlyRS256Counts(kind: KeyKind) throws {
        let deployment = try AddAuthenticatorDeployment()
        let other = try SigningKey(PrivateKey.generate(kind), keyID: "other")
        let keys = JSONWebKeySet.text(publishing: [deployment.key.verificationKey, other.verificationKey])
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, .ok(String(decoding: keys, as: UTF8.self)))
        try expect(deployment.send(deployment.accessToken(key: other)).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, algorithmMismatch") == true)
    }

    @Test("a secret made of the public key, a foreign key and no signature at all are refused")
    func forgedTokensAreRefused() throws {
        let deployment = try AddAuthenticatorDeployment()
        let published = try #require(deployment.key.verificationKey.publicJWK)
        let secret = try SigningKey(hs256Secret: published, keyID: "access")
        try expect(deployment.send(deployment.accessToken(key: secret)).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, algorithmMismatch") == true)
        let foreign = try SigningKey(PrivateKey.generate(.rsa), keyID: "access")
        try expect(deployment.send(deployment.accessToken(key: foreign)).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, invalidSignature") == true)
        let parts = try deployment.accessToken().split(separator: ".")
        let header = Base64URL.encode(Array(#"{"alg":"none","kid":"access"}"#.utf8))
        try expect(deployment.send("\(header).\(parts[1]).").error, equals: "invalid_token")
        try expect(deployment.send("\(parts[0]).\(parts[1]).").error, equals: "invalid_token")
        try expect(deployment.send(deployment.accessToken(type: "at+jwt")).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, wrongType") == true)
        try expect(deployment.send(deployment.accessToken(type: "JWT")).status, equals: 200)
    }

    @Test("what no key could verify is refused before the pool is asked", arguments: ["a", "a.b.c", "e30.e30."])
    func malformedTokenAsksNobody(token: String) throws {
        let deployment = try AddAuthenticatorDeployment()
        try expect(deployment.send(token).error, equals: "invalid_token")
        #expect(deployment.transport.names == [])
    }

    @Test("an unknown key is fetched from the pool, but not right after the last fetch")
    func unknownKeyIsFetchedAfterAWhile() throws {
        let deployment = try AddAuthenticatorDeployment()
        try expect(deployment.send(deployment.accessToken()).status, equals: 200)
        let next = try SigningKey(PrivateKey.generate(.rsa), keyID: "next")
        try expect(deployment.send(deployment.accessToken(key: next)).error, equals: "invalid_token")
        #expect(deployment.transport.names == AddAuthenticatorDeployment.keysCalls)
        deployment.clock.advance(seconds: 60)
        let keys = JSONWebKeySet.text(publishing: [next.verificationKey])
        for call in AddAuthenticatorDeployment.keysCalls {
            deployment.transport.always(call, .ok(String(decoding: keys, as: UTF8.self)))
        }
        deployment.transport.forgetCalls()
        try expect(deployment.send(deployment.accessToken(key: next)).status, equals: 200)
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall])
        // The key that is no longer published counts until the keys of both issuers are too old.
        deployment.clock.advance(seconds: 600)
        let token = try deployment.accessToken(["auth_time": .number(TestClock.second + 600)])
        try expect(deployment.send(token).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, unknownKeyID") == true)
    }

    @Test("nothing is handed out while the keys are unavailable")
    func unavailableKeysHandOutNothing() throws {
        let deployment = try AddAuthenticatorDeployment()
        for call in AddAuthenticatorDeployment.keysCalls { deployment.transport.always(call, .status(500, "")) }
        let answer = try deployment.send(try deployment.accessToken())
        #expect(answer.status == 503)
        #expect(answer.error == "temporarily_unavailable")
        #expect(
            deployment.recorder.lines
                == ["ERROR refused with status 503: the access token: the issuer's keys: status 500"])
    }

    @Test("cached keys are used while the pool is out, and the log says so")
    func cachedKeysAreUsedDuringAnOutage() throws {
        let deployment = try AddAuthenticatorDeployment()
        try expect(deployment.send(deployment.accessToken()).status, equals: 200)
        deployment.clock.advance(seconds: 600)
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, .status(500, ""))
        try expect(deployment.send(deployment.accessToken()).status, equals: 200)
        let warning = "WARN cached keys or those of the pool's other issuer are used: the issuer's keys: status 500"
        #expect(deployment.recorder.lines == [warning])
    }
}

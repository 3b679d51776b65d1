import Enrolment
import JOSE
import JSON
import LambdaRuntime
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import TriggerTestSupport

@Suite("AddAuthenticator takes the tokens of both issuers of a pool")
struct AddAuthenticatorIssuerTests {
    private static let id = SampleUser.poolID
    private static let original = AddAuthenticatorDeployment.pool
    private static let updated = "https://issuer-cognito-idp.eu-west-1.amazonaws.com/\(id)"
    private static let updatedKeysCall = "GET \(updated)/.well-known/jwks.json"

    private static func claim(_ issuer: String) -> [String: JSONText?] { ["iss": .string(issuer)] }

    private static func keySet(_ keys: SigningKey...) -> ScriptedTransport.Answer {
        .ok(String(decoding: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)), as: UTF8.self))
    }

    /// A deployment that is configured with the original issuer, and whose pool publishes its keys under both.
    private static func deployment(_ settings: [String: String] = [:]) throws -> AddAuthenticatorDeployment {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.signed, settings)
        deployment.transport.always(updatedKeysCall, keySet(deployment.key))
        return deployment
    }

    @Test(
        "whichever of them is configured, and the keys are fetched once",
        arguments: [
            (original, updatedKeysCall.replacing("issuer-", with: "")), (updated, updatedKeysCall),
            ("\(original), \(updated)", updatedKeysCall.replacing("issuer-", with: "")),
            ("\(updated),\(original)", updatedKeysCall),
        ])
    func bothIssuersAreTaken(setting: String, call: String) throws {
        let deployment = try Self.deployment(["USER_POOL_ISSUER": setting])
        for issuer in [Self.original, Self.updated, Self.original] {
            try expect(deployment.send(deployment.accessToken(Self.claim(issuer))).status, equals: 200)
        }
        #expect(deployment.transport.names == [call])
        #expect(deployment.recorder.lines == [])
    }

    @Test("an issuer that is named twice, or in both forms, is asked for its keys once")
    func eachIssuerIsAskedOnce() throws {
        let setting = "\(Self.original),\(Self.updated),\(Self.original)"
        let deployment = try Self.deployment(["USER_POOL_ISSUER": setting])
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, Self.keySet(deployment.key))
        let key = try SigningKey(PrivateKey.generate(.rsa), keyID: "unknown")
        try expect(deployment.send(deployment.accessToken(key: key)).error, equals: "invalid_token")
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall, Self.updatedKeysCall])
    }

    @Test("the log says once which of the pool's keys are left out")
    func leftOutKeysAreLogged() throws {
        let deployment = try Self.deployment()
        let jwk = String(decoding: try #require(deployment.key.verificationKey.publicJWK), as: UTF8.self)
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, .ok(#"{"keys":[null,\#(jwk)]}"#))
        for _ in 0..<2 { try expect(deployment.send(deployment.accessToken()).status, equals: 200) }
        #expect(deployment.recorder.lines == ["WARN keys in the issuer's set are left out: 1 (not an object)"])
    }

    @Test("in China, too")
    func issuersInChina() throws {
        let pool = "cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_AbCdEf123"
        let deployment = try AddAuthenticatorDeployment(
            AddAuthenticatorDeployment.signed, ["USER_POOL_ISSUER": "https://\(pool)"])
        deployment.transport.always("GET https://\(pool)/.well-known/jwks.json", Self.keySet(deployment.key))
        for issuer in ["https://\(pool)", "https://issuer-\(pool)"] {
            try expect(deployment.send(deployment.accessToken(Self.claim(issuer))).status, equals: 200)
        }
    }

    @Test(
        "no other issuer is taken",
        arguments: [
            "https://issuer-cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Another1",
            "https://issuer-cognito-idp.us-east-1.amazonaws.com/\(id)",
            "https://issuer-issuer-cognito-idp.eu-west-1.amazonaws.com/\(id)",
            "https://issuer-cognito-idp.eu-west-1.amazonaws.com.example.org/\(id)",
            "https://issuer-cognito-idp.eu-west-1.amazonaws.com/\(id)/",
            "http://issuer-cognito-idp.eu-west-1.amazonaws.com/\(id)",
        ])
    func otherIssuersAreRefused(issuer: String) throws {
        let deployment = try Self.deployment()
        try expect(deployment.send(deployment.accessToken(Self.claim(issuer))).error, equals: "invalid_token")
        #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, wrongIssuer") == true)
    }

    @Test("an issuer that is not Cognito's own host has no second form, but both may be listed")
    func listedIssuers() throws {
        let (first, second) = ("http://localhost:8377/\(Self.id)", "http://localhost:8377/issuer/\(Self.id)")
        for (setting, isTaken) in [(first, false), ("\(first),\(second)", true)] {
            let deployment = try Self.deployment(["USER_POOL_ISSUER": setting])
            deployment.transport.always("GET \(first)/.well-known/jwks.json", Self.keySet(deployment.key))
            let answer = try deployment.send(try deployment.accessToken(Self.claim(second)))
            #expect((answer.status == 200) == isTaken)
            #expect(deployment.transport.names == ["GET \(first)/.well-known/jwks.json"])
        }
    }

    @Test("while one of them publishes no keys, the other's keys are used, and the log says so")
    func otherIssuersKeysDuringAnOutage() throws {
        let deployment = try Self.deployment()
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, .status(500, ""))
        for issuer in [Self.original, Self.updated] {
            try expect(deployment.send(deployment.accessToken(Self.claim(issuer))).status, equals: 200)
        }
        let warning = "WARN cached keys or those of the pool's other issuer are used: the issuer's keys: status 500"
        #expect(deployment.recorder.lines == [warning, warning])
    }

    @Test("a key that only the second publishes verifies a token of either")
    func keyOfTheSecondIssuer() throws {
        let deployment = try Self.deployment()
        let key = try SigningKey(PrivateKey.generate(.rsa), keyID: "second")
        deployment.transport.always(Self.updatedKeysCall, Self.keySet(key))
        for issuer in [Self.original, Self.updated] {
            let token = try deployment.accessToken(Self.claim(issuer), key: key)
            try expect(deployment.send(token).status, equals: 200)
        }
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall, Self.updatedKeysCall])
        #expect(deployment.recorder.lines == [])
    }

    @Test("a key that neither publishes is unknown, also if the second does not answer")
    func unknownKeyIsUnknown() throws {
        let deployment = try Self.deployment()
        let key = try SigningKey(PrivateKey.generate(.rsa), keyID: "unknown")
        for answer in [Self.keySet(deployment.key), .status(500, "")] {
            deployment.transport.always(Self.updatedKeysCall, answer)
            try expect(deployment.send(deployment.accessToken(key: key)).error, equals: "invalid_token")
            #expect(deployment.recorder.lines.last?.hasSuffix("not genuine, unknownKeyID") == true)
            deployment.clock.advance(seconds: 60)
        }
    }

    @Test("a key that the second does not publish stays unjudged while the first does not answer")
    func unknownKeyIsUnjudgedDuringAnOutage() throws {
        let deployment = try Self.deployment()
        deployment.transport.always(AddAuthenticatorDeployment.keysCall, .status(500, ""))
        let key = try SigningKey(PrivateKey.generate(.rsa), keyID: "unknown")
        let answer = try deployment.send(try deployment.accessToken(key: key))
        #expect(answer.status == 503)
        #expect(
            deployment.recorder.lines
                == ["ERROR refused with status 503: the access token: the issuer's keys: status 500"])
        // What the second issuer's keys refute is wrong all the same.
        let forged = try SigningKey(PrivateKey.generate(.rsa), keyID: "access")
        try expect(deployment.send(deployment.accessToken(key: forged)).error, equals: "invalid_token")
    }
}

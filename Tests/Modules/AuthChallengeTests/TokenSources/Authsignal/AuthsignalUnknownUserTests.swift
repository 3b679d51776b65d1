import AuthChallenge
import JOSE
import JSON
import Primitives
import Testing
import TriggerTestSupport

@Suite("Unknown users in authsignal mode")
struct AuthsignalUnknownUserTests {
    @Test("neither trigger makes a call for them")
    func unknownUserMakesNoCalls() throws {
        let deployment = try TestDeployment.authsignal()
        let challenge = try deployment.create(.create.unknownUser())
        #expect(try deployment.verify(.verify(challenge, API.resultToken).unknownUser()) == "unknown_user")
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("their parameters have the names and kinds of a known user's")
    func parametersHaveTheSameNames() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        #expect(Set(known.publicParameters.keys) == Set(unknown.publicParameters.keys))
        #expect(Set(known.privateParameters.keys) == Set(unknown.privateParameters.keys))
        for (name, value) in known.privateParameters {
            #expect(unknown.privateParameters[name]?.utf8.count == value.utf8.count, "\(name)")
        }
        #expect(unknown.publicParameters["isEnrolled"] == "true")
        #expect(unknown.publicParameters["url"] == "https://mfa.authsignal.com/?token=\(unknown.token)")
        #expect(unknown.metadata == known.metadata)
    }

    @Test("the look-alike token has an Authsignal token's claims, for a stable subject and the action configured")
    func lookAlikeHasTheDocumentedClaims() throws {
        let deployment = try TestDeployment.authsignal(["AUTHSIGNAL_ACTION": "my-action"])
        let first = try deployment.create(.create.unknownUser())
        let second = try deployment.create(.create.unknownUser("GHOST@example.test"))
        let claims = try first.claims()
        #expect(try first.header() == #"{"alg":"HS256","typ":"JWT"}"#)
        #expect(Set(claims.members.map(\.name)) == ["iat", "exp", "sub", "iss", "aud", "scope", "other"])
        let other = try #require(claims["other"])
        #expect(other["actionCode"]?.string == "my-action")
        #expect(other["idempotencyKey"]?.string == first.key)
        #expect(other["userId"]?.string == claims["sub"]?.string)
        #expect(claims["scope"]?.string == "read:authenticators")
        let issuedAt = try #require(claims["iat"]?.integer)
        #expect(claims["exp"]?.integer == issuedAt + 600)
        #expect(try second.claims()["sub"]?.string == claims["sub"]?.string)
        #expect(try second.claims()["iss"]?.string == claims["iss"]?.string)
        #expect(second.key != first.key)
        #expect(try !first.payload().contains("@"))
    }

    @Test("after real calls it has their tokens' tenant and times and their page, and nothing else of them")
    func lookAlikeLearnsFromRealTokens() throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        let claims =
            #"{"iss":"https://idp.test/t-1","email":"someone@example.test","sub":"someone","aud":["a","b"],"#
            + #""other":{"userId":"someone","tenantId":"t-1","phoneNumber":"+123","username":"someone-name"},"#
            + #""iat":1000,"exp":1900,"scope":"read:authenticators"}"#
        let header = #"{"alg":"RS256","kid":"key-1"}"#
        let parts = [header, claims, String(repeating: "s", count: 256)].map { Base64URL.encode(Array($0.utf8)) }
        let token = parts.joined(separator: ".")
        let answer =
            #"{"state":"ALLOW","idempotencyKey":"k","isEnrolled":false,"token":"\#(token)","#
            + #""url":"https://page.test/x?token=\#(token)"}"#
        let other = "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
        deployment.transport.on(API.track, .ok(answer))
        deployment.transport.on("POST /users/\(other)/actions/cognitoAuth", .ok(answer))
        _ = try deployment.create()
        _ = try deployment.create(.create.attribute("sub", other))
        let unknown = try deployment.create(.create.unknownUser())
        #expect(try unknown.header() == header)
        #expect(unknown.publicParameters["url"] == "https://page.test/x?token=\(unknown.token)")
        #expect(unknown.token.split(separator: ".")[2].utf8.count == parts[2].utf8.count)
        let made = try unknown.claims()
        #expect(made.members.map(\.name) == ["iss", "sub", "aud", "other", "iat", "exp", "scope"])
        #expect(made["other"]?.members.map(\.name) == ["userId", "tenantId", "username"])
        #expect(made["iss"]?.string == "https://idp.test/t-1")
        #expect(made["exp"]?.integer == (made["iat"]?.integer ?? 0) + 900)
        #expect(try !unknown.payload().contains("someone"))
    }

    @Test(
        "a real token whose times make no lifetime gives look-alikes the usual one",
        arguments: [
            "9223372036854775807", "-9223372036854775808", "-2", "86401", "1e3", #""soon""#, "null",
        ],
        ["-1", "9223372036854775807", "-9223372036854775808"])
    func impossibleTimesGiveTheUsualLifetime(expiration: String, issuedAt: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        let claims = #"{"sub":"someone","iat":\#(issuedAt),"exp":\#(expiration)}"#
        let token = ["{}", claims, "s"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let answer =
            #"{"state":"ALLOW","idempotencyKey":"k","isEnrolled":false,"token":"\#(token)","url":"x\#(token)"}"#
        deployment.transport.on(API.track, .ok(answer))
        _ = try deployment.create()
        let made = try deployment.create(.create.unknownUser()).claims()
        #expect(made.members.map(\.name) == ["sub", "iat", "exp"])
        #expect(made["exp"]?.integer == (made["iat"]?.integer ?? 0) + 600)
    }

    @Test("the look-alike is not signed with any key")
    func lookAlikeIsNotSignedWithAnyKey() throws {
        let deployment = try TestDeployment.authsignal(["AUTHSIGNAL_SECRET": SampleKeys.foreignKey])
        let token = try deployment.create(.create.unknownUser()).token
        #expect(throws: JOSEError.invalidSignature) {
            try CompactJWS.verify(token, keys: [VerificationKeys.of(SampleKeys.foreignKey)])
        }
    }

    @Test("if the user is created between the calls, the round still cannot be won")
    func userCreatedLaterCannotWin() throws {
        let deployment = try TestDeployment.authsignal()
        let challenge = try deployment.create(.create.unknownUser())
        #expect(try deployment.verify(.verify(challenge, API.resultToken)) == "closed_round")
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("if the user is deleted between the calls, the answer is wrong and Authsignal is not asked")
    func deletedUserIsWrong() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        let challenge = try deployment.create()
        deployment.transport.forgetCalls()
        #expect(try deployment.verify(.verify(challenge, API.resultToken).unknownUser()) == "unknown_user")
        #expect(deployment.transport.names.isEmpty)
    }
}

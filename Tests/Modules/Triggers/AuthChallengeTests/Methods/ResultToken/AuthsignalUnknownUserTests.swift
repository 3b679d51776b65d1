import AuthChallenge
import JOSE
import JSON
import Primitives
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Unknown users in authsignal mode")
struct AuthsignalUnknownUserTests {
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
        try expect(first.header(), equals: #"{"alg":"HS256","typ":"JWT"}"#)
        #expect(Set(claims.members.map(\.name)) == ["iat", "exp", "sub", "iss", "aud", "scope", "other"])
        let other = try #require(claims["other"])
        #expect(other["actionCode"]?.string == "my-action")
        #expect(other["idempotencyKey"]?.string == first.key)
        #expect(other["userId"]?.string == claims["sub"]?.string)
        #expect(claims["scope"]?.string == "read:authenticators")
        let issuedAt = try #require(claims["iat"]?.integer)
        #expect(claims["exp"]?.integer == issuedAt + 600)
        try expect(second.claims()["sub"]?.string, equals: claims["sub"]?.string)
        try expect(second.claims()["iss"]?.string, equals: claims["iss"]?.string)
        #expect(second.key != first.key)
        try expect(first.payload()) { !$0.contains("@") }
    }

    @Test(
        "its user name is the one that was typed, unless a real user's would not be that",
        arguments: [("ghost", false), ("ghost@example.test", true), ("+41790000000", true), ("41790000000", false)])
    func userNameIsTheTypedOne(typed: String, isSubject: Bool) throws {
        let deployment = try TestDeployment.authsignal()
        let claims = try deployment.create(.create.unknownUser(typed)).claims()
        #expect(claims["other"]?["username"]?.string == (isSubject ? claims["sub"]?.string : typed))
        deployment.transport.on(API.track, API.tracked("BLOCK"))
        let held = try deployment.create(.create.userName(typed)).claims()
        #expect(held["other"]?["username"]?.string == typed)
    }

    @Test("the look-alike has one fixed form: nothing of a real token goes into it, whatever has been seen")
    func lookAlikeLearnsNothing() throws {
        func form(_ challenge: CreatedChallenge) throws -> [String?] {
            let claims = try challenge.claims()
            let names = claims.members.map(\.name) + (claims["other"]?.members.map(\.name) ?? [])
            let url = challenge.publicParameters["url"]?.replacing(challenge.token, with: "")
            return names + [
                try challenge.header(), url, claims["iss"]?.string, claims["aud"]?.string, claims["sub"]?.string,
                claims["other"]?["tenantId"]?.string, claims["other"]?["publishableKey"]?.string,
                String(challenge.token.split(separator: ".")[2].utf8.count),
            ]
        }
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        let before = try form(deployment.create(.create.unknownUser()))
        let claims =
            #"{"iss":"https://idp.test/t-1","email":"someone@example.test","sub":"someone","aud":["a","b"],"#
            + #""other":{"userId":"someone","tenantId":"t-1","phoneNumber":"+123"},"iat":1000,"exp":1900}"#
        let parts = [#"{"alg":"RS256","kid":"key-1"}"#, claims, String(repeating: "s", count: 256)]
        let token = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let answer =
            #"{"state":"ALLOW","idempotencyKey":"k","isEnrolled":false,"token":"\#(token)","#
            + #""url":"https://page.test/x?token=\#(token)"}"#
        // More users than any shape could be learned from.
        for number in 0..<10 {
            let sub = "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f1\(number)"
            deployment.transport.on("POST /users/\(sub)/actions/cognitoAuth", .ok(answer))
            _ = try deployment.create(.create.attribute("sub", sub))
        }
        try expect(form(deployment.create(.create.unknownUser())), equals: before)
        // Every process makes the same ones.
        try expect(form(TestDeployment.authsignal().create(.create.unknownUser())), equals: before)
    }

    @Test("the subject of an unknown user has the form of a new pool's", arguments: 0..<20)
    func subjectHasTheFormOfANewPool(number: Int) throws {
        let deployment = try TestDeployment.authsignal()
        let claims = try deployment.create(.create.unknownUser("ghost\(number)@example.test")).claims()
        let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-70[0-9a-f]{2}-[cd][0-9a-f]{3}-[0-9a-f]{12}/#
        try expect(#require(claims["sub"]?.string)) { $0.wholeMatch(of: pattern) != nil }
    }

    @Test("the look-alike is not signed with any key")
    func lookAlikeIsNotSignedWithAnyKey() throws {
        let deployment = try TestDeployment.authsignal(["AUTHSIGNAL_SECRET": SampleKeys.foreignKey])
        let token = try deployment.create(.create.unknownUser()).token
        #expect(throws: JOSEError.invalidSignature) {
            try CompactJWS.verify(token, keys: [VerificationKey(hs256Secret: Array(SampleKeys.foreignKey.utf8))])
        }
    }
}

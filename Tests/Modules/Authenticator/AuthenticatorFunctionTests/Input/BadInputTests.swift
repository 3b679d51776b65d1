import Foundation
import JSON
import OpenSSLCrypto
import Primitives
import SignInTokens
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Unusable requests get an error of Authsignal's form and change nothing")
struct BadInputTests {
    private static let unusableBodies = [
        "[]", #""text""#, "5", "null", "{", #"{"a":1,"a":2}"#, "{} {}", #"{"a":"\ud800"}"#, "\u{FEFF}{}",
        String(repeating: #"{"a":"#, count: 20) + "1" + String(repeating: "}", count: 20),
    ]

    @Test("a body that is no JSON object, or too long", arguments: SampleRequest.withBodies)
    func unusableBody(request: SampleRequest) throws {
        let settled = try SettledDeployment()
        let sender = try settled.sender(request)
        for body in Self.unusableBodies {
            let answer = try settled.process.answer(settled.event(request, body, sender))
            #expect(answer.error == "400 invalid_request", "\(body)")
        }
        let long = #"{"a":"\#(String(repeating: "x", count: 65_536))"}"#
        try expect(settled.process.answer(settled.event(request, long, sender)).error, equals: "413 invalid_request")
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("a member of another type, an empty one, or one that is too long", arguments: SampleRequest.withBodies)
    func unusableMember(request: SampleRequest) throws {
        let settled = try SettledDeployment()
        let sender = try settled.sender(request)
        let values = ["5", "true", "[]", #"["a"]"#, "{}", #""""#, #""\#(String(repeating: "x", count: 9_000))""#]
        for name in request.members.keys.sorted() {
            for value in values {
                let event = settled.event(request, request.body(name, value), sender)
                let answer = try settled.process.answer(event)
                #expect(answer.error?.hasPrefix("400 ") ?? false, "\(name) \(value.prefix(20)): \(answer.text)")
            }
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("an event that no front door writes")
    func unusableEvent() throws {
        let settled = try SettledDeployment()
        let unusable = [
            ["version": #""1.0""#], ["version": "2"], ["headers": "[]"], ["headers": #"{"a":1}"#],
            ["headers": #"{"Authorization":"a","authorization":"b"}"#], ["requestContext": "null"],
            ["requestContext": #"{"http":{"method":""}}"#], ["body": "5"], ["isBase64Encoded": #""true""#],
            ["isBase64Encoded": "true", "body": #""%%%""#], ["isBase64Encoded": "true", "body": #""YQ""#],
            ["body": "{", "version": #""2.0""#],
        ]
        for overrides in unusable {
            var event = FrontDoorEvent.startAction()
            event.overrides = overrides
            let answer = try settled.process.answer(event)
            #expect(answer.error == "400 invalid_request", "\(overrides): \(answer.text)")
        }
        let long = FrontDoorEvent("POST", "client/challenge", .app, String(repeating: "x", count: 200_000))
        try expect(settled.process.answer(long).error, equals: "413 invalid_request")
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("credentials that are missing, forged, expired or somebody else's", arguments: SampleRequest.all)
    func unusableCredentials(request: SampleRequest) throws {
        let settled = try SettledDeployment()
        let deployment = settled.deployment
        let expired = try deployment.challengeToken(key: "old")
        deployment.clock.advance(seconds: 700)
        let forged = try ChallengeToken(
            userPoolID: Deployment.poolID, subject: SampleUser.sub, issuedAt: 0, expiresAt: .max / 2,
            scope: "read:authenticators add:authenticators update:authenticators remove:authenticators",
            actionCode: "cognitoAuth", idempotencyKey: "key", username: "ana", email: nil
        ).sealed(with: SignInKeys(current: Array("another signing key that is long enough".utf8)))
        let middle = settled.token.index(settled.token.startIndex, offsetBy: settled.token.utf8.count / 2)
        let changed = settled.token[..<middle] + "AAAA" + settled.token[middle...].dropFirst(4)
        let senders: [FrontDoorEvent.Sender] = [
            .nobody, .header(""), .header("Bearer"), .header("Bearer a b"), .header("Digest x"), .header("Basic %"),
            .bearer(expired), .bearer(forged), .bearer(String(changed)), .bearer("a.b.c"), .bearer("a.b.c.d.e"),
            .bearer(String(repeating: "x.", count: 3_000)),
        ]
        let tenants: [FrontDoorEvent.Sender] = [
            .header("Basic \(Base64URL.encode(Array("a secret of a server:".utf8)))"),
            .header("Basic \(Base64URL.encode(Array("eu-west-1_Other:".utf8)))"),
        ]
        for (index, sender) in (senders + tenants).enumerated() {
            let answer = try settled.process.answer(settled.event(request, request.body(), sender))
            let isExpired = answer.error == "401 expired_token"
            let isForeign = answer.error == "401 wrong_tenant" && index >= senders.count
            #expect(answer.error == "401 unauthorized" || isExpired || isForeign, "sender \(index): \(answer.text)")
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("paths and methods that do not exist, and paths that cannot be decoded")
    func unusablePaths() throws {
        let settled = try SettledDeployment()
        let sender = FrontDoorEvent.Sender.bearer(settled.token)
        for (method, path) in [
            ("GET", "client"), ("PUT", "client/user-authenticators"), ("POST", "client/nothing"),
            ("DELETE", "client/user-authenticators"), ("GET", "client/user-authenticators/passkey/more"),
        ] {
            let answer = try settled.process.answer(FrontDoorEvent(method, path, sender))
            #expect(answer.status == 404, "\(method) \(path)")
            #expect(answer.text == #"{"message":"Not Found"}"#, "\(method) \(path)")
        }
        for path in ["client/user-authenticators/%", "client/user-authenticators/%FF", "client/%zz"] {
            let answer = try settled.process.answer(FrontDoorEvent("DELETE", path, sender))
            #expect(answer.error == "400 invalid_request", "\(path)")
        }
        for id in ["0", "..", "profile", "owner", "%00", String(repeating: "x", count: 2_000)] {
            let path = "client/user-authenticators/\(id)"
            try expect(settled.process.answer(FrontDoorEvent("DELETE", path, sender)).error, equals: "404 not_found")
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("a challenge of another caller, of another kind, or that has expired")
    func unusableChallenges() throws {
        let settled = try SettledDeployment()
        let deployment = settled.deployment
        var device = SoftwareAuthenticator.new
        let bearer = FrontDoorEvent.Sender.bearer(settled.token)
        let options = try settled.process.answer(.registrationOptions(settled.token))
        let credential = try device.create(#require(options["options"]))
        let signing = try settled.process.answer(.authenticationOptions(.app))
        let other = try deployment.challengeToken(
            "other", email: "other@example.test", key: "other",
            scope: "read:authenticators add:authenticators")
        for event in [
            FrontDoorEvent.addPasskey(other, options, credential), .addPasskey(settled.token, signing, credential),
            .verifyPasskey(bearer, options, credential), .verifyPasskey(.app, signing, credential),
        ] {
            try expect(settled.process.answer(event).error, equals: "400 invalid_request")
        }
        deployment.clock.advance(seconds: 301)
        try expect(
            settled.process.answer(.addPasskey(settled.token, options, credential)).error,
            equals: "400 challenge_expired")
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }
}

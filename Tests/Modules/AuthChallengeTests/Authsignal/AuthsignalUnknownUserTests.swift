import AuthChallenge
import JOSE
import JSON
import Primitives
import Testing

@Suite("Unknown users in authsignal mode")
struct AuthsignalUnknownUserTests {
    @Test("no call is made for them, in neither trigger, and both take their time")
    func noCalls() throws {
        let world = try World.authsignal()
        let challenge = try world.create(.create.unknownUser())
        #expect(world.pauses.count == 1)
        #expect(try world.verify(.verify(challenge, API.resultToken).unknownUser()) == "unknown_user")
        #expect(world.pauses.count == 2)
        #expect(world.transport.calls.isEmpty)
        for pause in world.pauses { #expect(150...405 ~= pause) }
    }

    @Test("the pause is as long as a recent real call")
    func pause() throws {
        let world = try World.authsignal()
        world.transport.duration = 731
        world.transport.on(API.track, API.tracked())
        _ = try world.create()
        _ = try world.create(.create.unknownUser())
        #expect(world.pauses == [2 * 731])
    }

    @Test("the pause ends before the deadline does")
    func deadline() throws {
        let world = try World.authsignal()
        world.transport.duration = 2_000
        world.transport.on(API.track, API.tracked())
        _ = try world.create()
        _ = try world.create(.create.unknownUser().deadline(world.clock.now + 1_000))
        #expect(world.pauses == [600])
        // With no time left there is no pause at all.
        _ = try world.create(.create.unknownUser().deadline(world.clock.now + 400))
        #expect(world.pauses == [600])
    }

    @Test("their parameters have the names and kinds of a known user's")
    func names() throws {
        let world = try World.authsignal()
        world.transport.on(API.track, API.tracked())
        let known = try world.create()
        let unknown = try world.create(.create.unknownUser())
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
    func claims() throws {
        let world = try World.authsignal(["AUTHSIGNAL_ACTION": "my-action"])
        let first = try world.create(.create.unknownUser())
        let second = try world.create(.create.unknownUser("GHOST@example.test"))
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

    @Test("after a real call it has that token's tenant, times and page, and nothing else of it")
    func learned() throws {
        let world = try World.authsignal(["FIRST_ENROLMENT": "client"])
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
        world.transport.on(API.track, .ok(answer))
        _ = try world.create()
        let unknown = try world.create(.create.unknownUser())
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

    @Test("the look-alike is signed with nobody's key")
    func signature() throws {
        let world = try World.authsignal(["AUTHSIGNAL_SECRET": Sample.foreignKey])
        let token = try world.create(.create.unknownUser()).token
        #expect(throws: JOSEError.invalidSignature) {
            try CompactJWS.verify(token, keys: [VerificationKeys.of(Sample.foreignKey)])
        }
    }

    @Test("should the user come into being between the calls, the round stays lost")
    func laterUser() throws {
        let world = try World.authsignal()
        let challenge = try world.create(.create.unknownUser())
        #expect(try world.verify(.verify(challenge, API.resultToken)) == "closed_round")
        #expect(world.transport.calls.isEmpty)
    }

    @Test("should the user vanish between the calls, the answer is wrong and nobody is asked")
    func vanishedUser() throws {
        let world = try World.authsignal()
        world.transport.on(API.track, API.tracked())
        let challenge = try world.create()
        world.transport.forgetCalls()
        #expect(try world.verify(.verify(challenge, API.resultToken).unknownUser()) == "unknown_user")
        #expect(world.transport.names.isEmpty)
    }
}

import Foundation
import JSON
import LocalCognito
import OpenSSLCrypto
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Accounts that sign in")
struct AccountStateTests {
    private static let disabled = PoolError(.notAuthorized, "User is disabled.")

    @Test("an unconfirmed account gets a challenge, and its first answer is refused")
    func unconfirmedAccountIsRefused() async throws {
        let fixture = try await PoolFixture()
        await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
        let session = try await fixture.session()
        #expect(fixture.create.events.count == 1)
        try await fixture.expect(
            "RespondToAuthChallenge", fixture.answer("open sesame", session),
            fails: PoolError(.userNotConfirmed, "User is not confirmed."))
        #expect(fixture.verify.events.isEmpty)
    }

    @Test("a disabled account is refused at the start and in a session")
    func disabledAccountIsRefused() async throws {
        let fixture = try await PoolFixture()
        let session = try await fixture.session()
        var user = PoolFixture.user()
        user.isEnabled = false
        await fixture.pool.store(user)
        let answer = fixture.answer("open sesame", session)
        try await fixture.expect("RespondToAuthChallenge", answer, fails: Self.disabled)
        try await fixture.expect("InitiateAuth", fixture.start(), fails: Self.disabled)
    }

    @Test("an account that must change its password can still sign in, and keeps its status")
    func accountWithTemporaryPasswordSignsIn() async throws {
        let fixture = try await PoolFixture()
        await fixture.pool.store(PoolFixture.user(status: .forceChangePassword))
        _ = try await fixture.signIn()
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .forceChangePassword)
        let attributes = fixture.define.events.last?["request"]?["userAttributes"]
        #expect(attributes?["cognito:user_status"]?.string == "FORCE_CHANGE_PASSWORD")
    }

    @Test("an unknown user gets the same rounds and members, but never tokens")
    func unknownUserIsHidden() async throws {
        let fixture = try await PoolFixture()
        let ghost = "ghost@example.test"
        var known = try await fixture.call("InitiateAuth", fixture.start())
        var unknown = try await fixture.call("InitiateAuth", fixture.start(ghost))
        #expect(unknown["ChallengeParameters"]?["USERNAME"]?.string == ghost)
        #expect(known["ChallengeParameters"]?["USERNAME"]?.string?.contains("@") == false)
        for _ in 1...2 {
            #expect(known.members.map(\.name) == unknown.members.map(\.name))
            #expect(
                known["ChallengeParameters"]?.members.map(\.name)
                    == unknown["ChallengeParameters"]?.members.map(\.name))
            known = try await fixture.respond(fixture.answer("no", known["Session"]?.string))
            unknown = try await fixture.respond(fixture.answer("no", unknown["Session"]?.string, username: ghost))
        }
        // The functions accept the answer and would issue tokens.
        let right = fixture.answer("open sesame", unknown["Session"]?.string, username: ghost)
        let wrong = fixture.answer("no", known["Session"]?.string)
        for body in [right, wrong] { try await fixture.expect("RespondToAuthChallenge", body, fails: .incorrect) }
        for function in [fixture.define, fixture.create, fixture.verify] {
            let event = try #require(function.events.first { $0["userName"]?.string == ghost })
            #expect(event["request"]?["userNotFound"]?.bool == true)
            #expect(event["request"]?["userAttributes"]?.members.isEmpty == true)
            let other = try #require(function.events.first { $0["userName"]?.string != ghost })
            #expect(other["request"]?["userNotFound"] == nil)
        }
    }

    @Test(
        "a client that does not hide unknown users gets an error before any trigger runs, and finds names in any case")
    func unknownUserIsReportedIfNotHidden() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].userExistenceErrors = .legacy })
        try await fixture.expect(
            "InitiateAuth", fixture.start("ghost@example.test"), fails: PoolError(.userNotFound, "User does not exist.")
        )
        #expect(fixture.define.events.isEmpty)
        _ = try await fixture.session("Ana@Example.TEST")
    }

    @Test("a client with a secret requires SECRET_HASH in every call")
    func secretHashIsRequired() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].secret = "00client00secret00000000" })
        func hash(_ name: String) -> String {
            let code = HMACSHA256.authenticationCode(
                for: Array((name + PoolFixture.clientID).utf8), key: Array("00client00secret00000000".utf8))
            return Data(code).base64EncodedString()
        }
        let id = PoolFixture.clientID
        let missing = PoolError.notAuthorized("Client \(id) is configured with secret but SECRET_HASH was not received")
        let wrong = PoolError.notAuthorized("Unable to verify secret hash for client \(id)")
        try await fixture.expect("InitiateAuth", fixture.start(), fails: missing)
        let forOther = fixture.start(PoolFixture.email, ["SECRET_HASH": hash("bo@example.test")])
        try await fixture.expect("InitiateAuth", forOther, fails: wrong)
        let right = fixture.start(PoolFixture.email, ["SECRET_HASH": hash(PoolFixture.email)])
        let session = try await fixture.call("InitiateAuth", right)["Session"]?.string
        let bare = fixture.answer("open sesame", session)
        try await fixture.expect("RespondToAuthChallenge", bare, fails: missing)
        let sub = PoolFixture.user().username
        let answer = fixture.answer("open sesame", session, username: sub, ["SECRET_HASH": hash(sub)])
        try await fixture.respond(answer)
        let open = try await PoolFixture()
        try await open.expect(
            "InitiateAuth", open.start(PoolFixture.email, ["SECRET_HASH": "x"]),
            fails: .notAuthorized("Client \(id) is configured for no secret but secret hash was received"))
    }
}

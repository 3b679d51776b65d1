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
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
            let session = try await fixture.session()
            #expect(fixture.create.events.count == 1)
            try await expect(
                fixture.client.error("RespondToAuthChallenge", fixture.answer("open sesame", session)),
                equals: PoolError(.userNotConfirmed, "User is not confirmed."))
            #expect(fixture.verify.events.isEmpty)
        }
    }

    @Test("a disabled account is refused at the start and in a session")
    func disabledAccountIsRefused() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let session = try await fixture.session()
            var user = PoolFixture.user()
            user.isEnabled = false
            await fixture.pool.store(user)
            let answer = fixture.answer("open sesame", session)
            try await expect(fixture.client.error("RespondToAuthChallenge", answer), equals: Self.disabled)
            try await expect(fixture.client.error("InitiateAuth", fixture.start()), equals: Self.disabled)
        }
    }

    @Test("an account that must change its password can still sign in, and keeps its status")
    func accountWithTemporaryPasswordSignsIn() async throws {
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user(status: .forceChangePassword))
            _ = try await fixture.signIn()
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .forceChangePassword)
            let attributes = fixture.define.events.last?["request"]?["userAttributes"]
            #expect(attributes?["cognito:user_status"]?.string == "FORCE_CHANGE_PASSWORD")
        }
    }

    @Test("an unknown user gets the same rounds and members, but never tokens")
    func unknownUserIsHidden() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let ghost = "ghost@example.test"
            var known = try await fixture.client.call("InitiateAuth", fixture.start())
            var unknown = try await fixture.client.call("InitiateAuth", fixture.start(ghost))
            for _ in 1...2 {
                #expect(known.members.map(\.name) == unknown.members.map(\.name))
                #expect(
                    known["ChallengeParameters"]?.members.map(\.name)
                        == unknown["ChallengeParameters"]?.members.map(\.name))
                known = try await fixture.client.call(
                    "RespondToAuthChallenge", fixture.answer("no", known["Session"]?.string))
                unknown = try await fixture.client.call(
                    "RespondToAuthChallenge", fixture.answer("no", unknown["Session"]?.string, username: ghost))
            }
            // The functions accept the answer and would issue tokens.
            let right = fixture.answer("open sesame", unknown["Session"]?.string, username: ghost)
            let wrong = fixture.answer("no", known["Session"]?.string)
            let errors = [
                try await fixture.client.error("RespondToAuthChallenge", right),
                try await fixture.client.error("RespondToAuthChallenge", wrong),
            ]
            #expect(errors == Array(repeating: PoolError(.notAuthorized, "Incorrect username or password."), count: 2))
            for function in [fixture.define, fixture.create, fixture.verify] {
                let event = try #require(function.events.first { $0["userName"]?.string == ghost })
                #expect(event["request"]?["userNotFound"]?.bool == true)
                #expect(event["request"]?["userAttributes"]?.members.isEmpty == true)
                let other = try #require(function.events.first { $0["userName"]?.string != ghost })
                #expect(other["request"]?["userNotFound"] == nil)
            }
        }
    }

    @Test(
        "the attributes in an unknown user's event are a setting",
        arguments: [
            (UndocumentedBehaviour.UnknownUserAttributes.empty, "{}"), (.absent, "absent"), (.null, "null"),
        ])
    func unknownUserAttributesAreASetting(choice: UndocumentedBehaviour.UnknownUserAttributes, expected: String)
        async throws
    {
        try await PoolFixture.run({ $0.undocumentedBehaviour.unknownUserAttributes = choice }) {
            (fixture) async throws in
            _ = try await fixture.session("ghost@example.test")
            let value = fixture.define.events.first?["request"]?["userAttributes"]
            #expect(value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "absent" == expected)
        }
    }

    @Test("a client that does not hide unknown users gets an error before any trigger runs")
    func unknownUserIsReportedIfNotHidden() async throws {
        try await PoolFixture.run({ $0.clients[0].userExistenceErrors = .legacy }) { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", fixture.start("ghost@example.test")),
                equals: PoolError(.userNotFound, "User does not exist."))
            #expect(fixture.define.events.isEmpty)
        }
    }

    @Test("names are found in any case, unless the pool is case-sensitive")
    func namesAreFoundInAnyCase() async throws {
        try await PoolFixture.run({ $0.clients[0].userExistenceErrors = .legacy }) { (fixture) async throws in
            _ = try await fixture.session("Ana@Example.TEST")
        }
        try await PoolFixture.run({
            $0.clients[0].userExistenceErrors = .legacy
            $0.isCaseSensitive = true
        }) { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", fixture.start("Ana@Example.TEST")).code, equals: .userNotFound)
        }
    }

    @Test("an alias can be used instead of the name only once it is verified")
    func aliasMustBeVerified() async throws {
        try await PoolFixture.run({
            $0.clients[0].userExistenceErrors = .legacy
            ($0.usernameAttributes, $0.aliasAttributes) = ([], ["email"])
        }) { (fixture) async throws in
            _ = try await fixture.session()
            var user = PoolFixture.user()
            user.attributes["email_verified"] = "false"
            await fixture.pool.store(user)
            try await expect(fixture.client.error("InitiateAuth", fixture.start()).code, equals: .userNotFound)
            _ = try await fixture.session(user.username)
        }
    }

    @Test("a client with a secret requires SECRET_HASH in every call")
    func secretHashIsRequired() async throws {
        try await PoolFixture.run({ $0.clients[0].secret = "00client00secret00000000" }) { (fixture) async throws in
            func hash(_ name: String) -> String {
                let code = HMACSHA256.authenticationCode(
                    for: Array((name + PoolFixture.clientID).utf8), key: Array("00client00secret00000000".utf8))
                return Data(code).base64EncodedString()
            }
            let id = PoolFixture.clientID
            let missing = PoolError(
                .notAuthorized, "Client \(id) is configured with secret but SECRET_HASH was not received")
            let wrong = PoolError(.notAuthorized, "Unable to verify secret hash for client \(id)")
            try await expect(fixture.client.error("InitiateAuth", fixture.start()), equals: missing)
            let forOther = fixture.start(PoolFixture.email, ["SECRET_HASH": hash("bo@example.test")])
            try await expect(fixture.client.error("InitiateAuth", forOther), equals: wrong)
            let right = fixture.start(PoolFixture.email, ["SECRET_HASH": hash(PoolFixture.email)])
            let session = try await fixture.client.call("InitiateAuth", right)["Session"]?.string
            let bare = fixture.answer("open sesame", session)
            try await expect(fixture.client.error("RespondToAuthChallenge", bare), equals: missing)
            let sub = PoolFixture.user().username
            let answer = fixture.answer("open sesame", session, username: sub, ["SECRET_HASH": hash(sub)])
            try await fixture.client.call("RespondToAuthChallenge", answer)
        }
        try await PoolFixture.run { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", fixture.start(PoolFixture.email, ["SECRET_HASH": "x"])),
                equals: PoolError(
                    .notAuthorized,
                    "Client \(PoolFixture.clientID) is configured for no secret but secret hash was received"))
        }
    }
}

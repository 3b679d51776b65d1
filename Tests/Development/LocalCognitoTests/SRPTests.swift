import Foundation
import JSON
import LocalCognito
import OpenSSLCrypto
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("SRP")
struct SRPTests {
    /// Vectors from pycognito's client and an independent server, which agreed on every value.
    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/srp_vectors.json")
    private static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")

    @Test("the server computes the numbers and signatures of the vectors")
    func serverMatchesTheVectors() throws {
        let json = try JSONValue(parsing: [UInt8](Data(contentsOf: Self.vectors)))
        let srp = try SecureRemotePassword()
        #expect(SRPClient.hex(srp.multiplier) == json["k"]?.string)
        let vectors = json["vectors"]?.elements ?? []
        #expect(vectors.count == 6)
        for vector in vectors {
            func text(_ name: String) throws -> String { try #require(vector[name]?.string) }
            func bytes(_ name: String) throws -> [UInt8] { SRPClient.bytes(try text(name)) }
            let pool = try #require(try text("userPoolId").split(separator: "_").last.map(String.init))
            let user = try text("userIdForSrp")
            let verifier = try srp.verifier(
                poolName: pool, userID: user, password: text("password"), salt: bytes("salt"))
            try expect(verifier, equals: bytes("verifier"))
            let value = try srp.publicValue(secret: bytes("b"), verifier: verifier)
            try expect(value, equals: bytes("B"))
            let key = try #require(
                try srp.key(clientValue: bytes("A"), serverValue: value, secret: bytes("b"), verifier: verifier))
            try expect(key, equals: bytes("hkdfKey"))
            let block = try #require(Data(base64Encoded: text("secretBlock")))
            let signature = SecureRemotePassword.signature(
                key: key, poolName: pool, userID: user, secretBlock: [UInt8](block), timestamp: try text("timestamp"))
            try expect(Data(signature).base64EncodedString(), equals: text("signature"))
        }
    }

    @Test("a client's value that is a multiple of the prime is refused")
    func multipleOfThePrimeIsRefused() throws {
        let srp = try SecureRemotePassword()
        for value in [[], [0], SRPClient.prime] as [[UInt8]] {
            try expect(srp.key(clientValue: value, serverValue: [5], secret: [7], verifier: [11]), equals: nil)
        }
    }

    /// Asks for the password after a start with SRP, then for the custom challenge, then issues tokens.
    private static let decide: @Sendable (JSONValue) -> String = { event in
        let rows = event["request"]?["session"]?.elements.compactMap { $0["challengeName"]?.string } ?? []
        switch rows {
        case ["SRP_A"]: return #"{"challengeName":"PASSWORD_VERIFIER"}"#
        case ["SRP_A", "PASSWORD_VERIFIER"]: return #"{"challengeName":"CUSTOM_CHALLENGE"}"#
        case ["SRP_A", "PASSWORD_VERIFIER", "CUSTOM_CHALLENGE"]: return #"{"issueTokens":true}"#
        default: return #"{"failAuthentication":true}"#
        }
    }

    /// Runs a body with a pool whose account has the password `correct horse`.
    private func run(
        permanent: Bool = true, others: [PoolTrigger: any TriggerFunction] = [:],
        _ body: (PoolFixture, SRPClient) async throws -> Void
    ) async throws {
        let define = ClosureFunction(response: Self.decide)
        try await PoolFixture.run(define: define, others: others) { (fixture) async throws in
            try await setPassword(fixture, permanent: permanent)
            try await body(fixture, SRPClient())
        }
    }

    private func setPassword(_ fixture: PoolFixture, permanent: Bool) async throws {
        let password =
            #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)","#
            + #""Password":"correct horse","Permanent":\#(permanent)}"#
        try await fixture.client.call("AdminSetUserPassword", password)
    }

    private func start(_ fixture: PoolFixture, _ value: String, username: String = PoolFixture.email) -> String {
        fixture.start(username, ["CHALLENGE_NAME": "SRP_A", "SRP_A": value])
    }

    @Test("a right password leads to the custom challenge, and the session shows each passed round")
    func rightPasswordLeadsToTheCustomChallenge() async throws {
        try await run { (fixture, client) async throws in
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            #expect(challenge["ChallengeName"]?.string == "PASSWORD_VERIFIER")
            #expect(
                challenge["ChallengeParameters"]?.members.map(\.name)
                    == ["SALT", "SECRET_BLOCK", "SRP_B", "USERNAME", "USER_ID_FOR_SRP"])
            let claim = try client.claim(challenge, password: "correct horse")
            let withoutSession = fixture.answer(nil, nil, challenge: "PASSWORD_VERIFIER", claim)
            try await expect(
                fixture.client.error("RespondToAuthChallenge", withoutSession),
                equals: PoolError(.invalidParameter, "Missing required parameter Session"))
            let next = try await fixture.client.call(
                "RespondToAuthChallenge",
                fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim))
            #expect(next["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
            let last = try await fixture.client.call(
                "RespondToAuthChallenge", fixture.answer("open sesame", next["Session"]?.string))
            #expect(last["AuthenticationResult"]?["IdToken"] != nil)
            let rows = fixture.define.events.last?["request"]?["session"]?.elements ?? []
            #expect(rows.map { $0["challengeResult"]?.bool } == [true, true, true])
            #expect(rows.map { $0["challengeMetadata"]?.string } == [nil, nil, "round 3"])
        }
    }

    @Test("Define sees a second factor after the password if the pool is set to add one")
    func defineSeesASecondFactor() async throws {
        let define = ClosureFunction { event in
            let isFirst = event["request"]?["session"]?.elements.count == 1
            let name = isFirst ? "PASSWORD_VERIFIER" : "CUSTOM_CHALLENGE"
            return .reply(event.replying(#"{"challengeName":"\#(name)"}"#))
        }
        try await PoolFixture.run(
            { $0.undocumentedBehaviour.roundsAfterPassword = ["SOFTWARE_TOKEN_MFA"] }, define: define
        ) { (fixture) async throws in
            try await setPassword(fixture, permanent: true)
            let client = try SRPClient()
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            let claim = try client.claim(challenge, password: "correct horse")
            try await fixture.client.call(
                "RespondToAuthChallenge",
                fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim))
            let rows = define.events[1]["request"]?["session"]?.elements ?? []
            #expect(
                rows.map { $0["challengeName"]?.string } == ["SRP_A", "PASSWORD_VERIFIER", "SOFTWARE_TOKEN_MFA"])
            #expect(rows.allSatisfy { $0["challengeResult"]?.bool == true })
        }
    }

    @Test("an account whose password was reset signs in without one, and is refused with one")
    func resetPasswordMattersOnlyWithSRP() async throws {
        try await run { (fixture, client) async throws in
            var user = try #require(await fixture.pool.user(PoolFixture.email))
            user.status = .resetRequired
            await fixture.pool.store(user)
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            let claim = try client.claim(challenge, password: "correct horse")
            let answer = fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim)
            try await expect(
                fixture.client.error("RespondToAuthChallenge", answer),
                equals: PoolError(.passwordResetRequired, "Password reset required for the user"))
        }
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user(status: .resetRequired))
            _ = try await fixture.signIn()
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .resetRequired)
        }
    }

    @Test("a wrong password and an unknown user fail alike, and no trigger is asked")
    func wrongPasswordAndUnknownUserFailAlike() async throws {
        try await run { (fixture, client) async throws in
            for (username, password) in [(PoolFixture.email, "wrong horse"), ("ghost@example.test", "correct horse")] {
                let body = start(fixture, client.publicValue, username: username)
                let challenge = try await fixture.client.call("InitiateAuth", body)
                let names = challenge["ChallengeParameters"]?.members.map(\.name)
                #expect(names == ["SALT", "SECRET_BLOCK", "SRP_B", "USERNAME", "USER_ID_FOR_SRP"])
                let claim = try client.claim(challenge, password: password)
                let answer = fixture.answer(
                    nil, challenge["Session"]?.string, username: username, challenge: "PASSWORD_VERIFIER", claim)
                let count = fixture.define.events.count
                try await expect(fixture.client.error("RespondToAuthChallenge", answer), equals: Self.incorrect)
                #expect(fixture.define.events.count == count)
            }
        }
    }

    @Test("a right signature with another secret block fails")
    func changedSecretBlockFails() async throws {
        try await run { (fixture, client) async throws in
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            var claim = try client.claim(challenge, password: "correct horse")
            claim["PASSWORD_CLAIM_SECRET_BLOCK"] = "AAAA"
            let answer = fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim)
            try await expect(fixture.client.error("RespondToAuthChallenge", answer), equals: Self.incorrect)
        }
    }

    @Test("an unknown user's salt and id are always the same, and an app may name the user by that id")
    func unknownUsersHaveStableDecoys() async throws {
        try await run { (fixture, client) async throws in
            var seen: [[String?]] = []
            for username in ["ghost@example.test", "Ghost@example.test", "other@example.test"] {
                let body = start(fixture, client.publicValue, username: username)
                let challenge = try await fixture.client.call("InitiateAuth", body)
                let parameters = challenge["ChallengeParameters"]
                let id = try #require(parameters?["USER_ID_FOR_SRP"]?.string)
                #expect(UUID(uuidString: id) != nil)
                #expect(parameters?["USERNAME"]?.string == id)
                seen.append([parameters?["SALT"]?.string, id])
                let claim = try client.claim(challenge, password: "correct horse")
                let answer = fixture.answer(
                    nil, challenge["Session"]?.string, username: id, challenge: "PASSWORD_VERIFIER", claim)
                try await expect(fixture.client.error("RespondToAuthChallenge", answer), equals: Self.incorrect)
            }
            #expect(seen[0] == seen[1])
            #expect(seen[0][0] != seen[2][0])
            #expect(seen[0][1] != seen[2][1])
        }
    }

    @Test("a wrong timestamp and wrong values are refused")
    func malformedValuesAreRefused() async throws {
        try await run { (fixture, client) async throws in
            for value in ["", "0", "00", "xyz", SRPClient.hex(SRPClient.prime), String(repeating: "a", count: 769)] {
                try await expect(
                    fixture.client.error("InitiateAuth", start(fixture, value)),
                    equals: PoolError(.invalidParameter, "Invalid SRP_A"))
            }
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            let message = "TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english."
            for time in ["Fri Nov 06 21:56:22 UTC 2026", "fri Nov 6 21:56:22 UTC 2026", "2026-11-20", ""] {
                let claim = try client.claim(challenge, password: "correct horse", timestamp: time)
                let answer = fixture.answer(
                    nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim)
                try await expect(
                    fixture.client.error("RespondToAuthChallenge", answer),
                    equals: PoolError(.invalidParameter, message))
            }
        }
    }

    @Test("a new password in place of a temporary one gets tokens, and Define is not asked")
    func newPasswordBypassesDefine() async throws {
        try await run(permanent: false) { (fixture, client) async throws in
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            let claim = try client.claim(challenge, password: "correct horse")
            let next = try await fixture.client.call(
                "RespondToAuthChallenge",
                fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim))
            #expect(next["ChallengeName"]?.string == "NEW_PASSWORD_REQUIRED")
            let count = fixture.define.events.count
            let weak = fixture.answer(
                nil, next["Session"]?.string, challenge: "NEW_PASSWORD_REQUIRED", ["NEW_PASSWORD": "short"])
            try await expect(fixture.client.error("RespondToAuthChallenge", weak).code, equals: .invalidPassword)
            let body = fixture.answer(
                nil, next["Session"]?.string, challenge: "NEW_PASSWORD_REQUIRED", ["NEW_PASSWORD": "battery staple"])
            let result = try await fixture.client.call("RespondToAuthChallenge", body)
            #expect(result["AuthenticationResult"]?["AccessToken"] != nil)
            #expect(fixture.define.events.count == count)
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        }
    }

    @Test("a check in Pre Token Generation prevents that bypass")
    func preTokenGenerationPreventsTheBypass() async throws {
        let guarding = ClosureFunction { event in
            event["triggerSource"]?.string == "TokenGeneration_NewPasswordChallenge"
                ? .functionError(.init(type: "Guard", message: "No")) : .reply(event.text)
        }
        try await run(permanent: false, others: [.preTokenGeneration: guarding]) { (fixture, client) async throws in
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, client.publicValue))
            let claim = try client.claim(challenge, password: "correct horse")
            let next = try await fixture.client.call(
                "RespondToAuthChallenge",
                fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim))
            let body = fixture.answer(
                nil, next["Session"]?.string, challenge: "NEW_PASSWORD_REQUIRED", ["NEW_PASSWORD": "battery staple"])
            try await expect(
                fixture.client.error("RespondToAuthChallenge", body),
                equals: PoolError(.userLambdaValidation, "PreTokenGeneration failed with error No."))
        }
    }

    @Test("the pool can be set to refuse SRP to clients that allow only custom authentication")
    func srpStartCanBeRefused() async throws {
        try await PoolFixture.run({ $0.undocumentedBehaviour.allowsSRPStart = false }) { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", start(fixture, "abcdef")),
                equals: PoolError(.invalidParameter, "USER_SRP_AUTH is not enabled for the client."))
        }
    }

    @Test("Define may ask for the custom challenge at once after a start with SRP")
    func defineMaySkipThePassword() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let challenge = try await fixture.client.call("InitiateAuth", start(fixture, "abcdef"))
            #expect(challenge["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
            let rows = fixture.define.events.last?["request"]?["session"]?.elements ?? []
            #expect(rows.map { $0["challengeName"]?.string } == ["SRP_A"])
        }
    }
}

import Foundation
import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("SRP")
struct SRPTests {
    /// Vectors from pycognito's client and an independent server, which agreed on every value.
    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/srp_vectors.json")

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

    /// A pool whose account has the password `correct horse`, and a client that knows it.
    private func pool(permanent: Bool = true) async throws -> (PoolFixture, SRPClient) {
        let fixture = try await PoolFixture(define: ClosureFunction(response: Self.decide))
        try await fixture.setPassword("correct horse", permanent: permanent)
        return (fixture, try SRPClient())
    }

    private func start(_ fixture: PoolFixture, _ value: String, username: String = PoolFixture.email) -> String {
        fixture.start(username, ["CHALLENGE_NAME": "SRP_A", "SRP_A": value])
    }

    /// Starts with SRP; returns the challenge and the body of the answer to it.
    private func prove(
        _ fixture: PoolFixture, _ client: SRPClient, _ password: String = "correct horse",
        username: String = PoolFixture.email, change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> (challenge: JSONValue, answer: String) {
        let challenge = try await fixture.call("InitiateAuth", start(fixture, client.publicValue, username: username))
        #expect(challenge["ChallengeName"]?.string == "PASSWORD_VERIFIER")
        #expect(
            challenge["ChallengeParameters"]?.members.map(\.name)
                == ["SALT", "SECRET_BLOCK", "SRP_B", "USERNAME", "USER_ID_FOR_SRP"])
        var claim = try client.claim(challenge, password: password)
        change(&claim)
        return (
            challenge,
            fixture.answer(nil, challenge["Session"]?.string, username: username, challenge: "PASSWORD_VERIFIER", claim)
        )
    }

    @Test("a right password leads to the custom challenge, and the session shows each passed round")
    func rightPasswordLeadsToTheCustomChallenge() async throws {
        let (fixture, client) = try await pool()
        let (challenge, answer) = try await prove(fixture, client)
        let claim = try client.claim(challenge, password: "correct horse")
        try await fixture.expect(
            "RespondToAuthChallenge", fixture.answer(nil, nil, challenge: "PASSWORD_VERIFIER", claim),
            fails: .parameter("Missing required parameter Session"))
        let next = try await fixture.respond(answer)
        #expect(next["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
        let last = try await fixture.respond(fixture.answer("open sesame", next["Session"]?.string))
        #expect(last["AuthenticationResult"]?["IdToken"] != nil)
        let rows = fixture.define.events.last?["request"]?["session"]?.elements ?? []
        #expect(rows.map { $0["challengeResult"]?.bool } == [true, true, true])
        #expect(rows.map { $0["challengeMetadata"]?.string } == [nil, nil, "round 3"])
    }

    @Test("an account whose password was reset signs in without one, and is refused with one")
    func resetPasswordMattersOnlyWithSRP() async throws {
        let (fixture, client) = try await pool()
        var user = try #require(await fixture.pool.user(PoolFixture.email))
        user.status = .resetRequired
        await fixture.pool.store(user)
        let (_, answer) = try await prove(fixture, client)
        try await fixture.expect(
            "RespondToAuthChallenge", answer,
            fails: PoolError(.passwordResetRequired, "Password reset required for the user"))
        // Without SRP.
        let other = try await PoolFixture()
        await other.pool.store(PoolFixture.user(status: .resetRequired))
        _ = try await other.signIn()
        await expect(other.pool.user(PoolFixture.email)?.status, equals: .resetRequired)
    }

    @Test("a wrong password, an unknown user and another secret block fail alike, and no trigger is asked")
    func wrongProofsFailAlike() async throws {
        let (fixture, client) = try await pool()
        let answers = [
            try await prove(fixture, client, "wrong horse").answer,
            try await prove(fixture, client, username: "ghost@example.test").answer,
            try await prove(fixture, client) { $0["PASSWORD_CLAIM_SECRET_BLOCK"] = "AAAA" }.answer,
        ]
        let count = fixture.define.events.count
        for answer in answers { try await fixture.expect("RespondToAuthChallenge", answer, fails: .incorrect) }
        #expect(fixture.define.events.count == count)
    }

    @Test("an unknown user's salt and id are always the same, and an app may name the user by that id")
    func unknownUsersHaveStableDecoys() async throws {
        let (fixture, client) = try await pool()
        var seen: [[String?]] = []
        for username in ["ghost@example.test", "Ghost@example.test", "other@example.test"] {
            let body = start(fixture, client.publicValue, username: username)
            let challenge = try await fixture.call("InitiateAuth", body)
            let parameters = challenge["ChallengeParameters"]
            let id = try #require(parameters?["USER_ID_FOR_SRP"]?.string)
            #expect(UUID(uuidString: id) != nil)
            #expect(parameters?["USERNAME"]?.string == id)
            seen.append([parameters?["SALT"]?.string, id])
            let claim = try client.claim(challenge, password: "correct horse")
            let answer = fixture.answer(
                nil, challenge["Session"]?.string, username: id, challenge: "PASSWORD_VERIFIER", claim)
            try await fixture.expect("RespondToAuthChallenge", answer, fails: .incorrect)
        }
        #expect(seen[0] == seen[1])
        #expect(seen[0][0] != seen[2][0])
        #expect(seen[0][1] != seen[2][1])
    }

    @Test("a wrong timestamp and wrong values are refused")
    func malformedValuesAreRefused() async throws {
        let (fixture, client) = try await pool()
        for value in ["", "0", "00", "xyz", SRPClient.hex(SRPClient.prime), String(repeating: "a", count: 769)] {
            try await fixture.expect("InitiateAuth", start(fixture, value), fails: .parameter("Invalid SRP_A"))
        }
        let challenge = try await fixture.call("InitiateAuth", start(fixture, client.publicValue))
        let message = "TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english."
        for time in ["Fri Nov 06 21:56:22 UTC 2026", "fri Nov 6 21:56:22 UTC 2026", "2026-11-20", ""] {
            let claim = try client.claim(challenge, password: "correct horse", timestamp: time)
            let answer = fixture.answer(nil, challenge["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim)
            try await fixture.expect("RespondToAuthChallenge", answer, fails: .parameter(message))
        }
    }

    @Test("a new password in place of a temporary one gets tokens, and Define is not asked")
    func newPasswordBypassesDefine() async throws {
        let (fixture, client) = try await pool(permanent: false)
        let next = try await fixture.respond(try await prove(fixture, client).answer)
        #expect(next["ChallengeName"]?.string == "NEW_PASSWORD_REQUIRED")
        let count = fixture.define.events.count
        func new(_ password: String) -> String {
            fixture.answer(nil, next["Session"]?.string, challenge: "NEW_PASSWORD_REQUIRED", ["NEW_PASSWORD": password])
        }
        try await fixture.expect("RespondToAuthChallenge", new("short"), fails: .invalidPassword)
        let result = try await fixture.respond(new("battery staple"))
        #expect(result["AuthenticationResult"]?["AccessToken"] != nil)
        #expect(fixture.define.events.count == count)
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
    }

    @Test(
        "a client of custom authentication alone may begin with SRP, and Define may ask for the custom challenge at once"
    )
    func defineMaySkipThePassword() async throws {
        let fixture = try await PoolFixture()
        let challenge = try await fixture.call("InitiateAuth", start(fixture, "abcdef"))
        #expect(challenge["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
        let rows = fixture.define.events.last?["request"]?["session"]?.elements ?? []
        #expect(rows.map { $0["challengeName"]?.string } == ["SRP_A"])
    }
}

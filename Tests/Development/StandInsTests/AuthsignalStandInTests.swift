import Foundation
import JSON
import Primitives
import SandboxTestSupport
import StandIns
import TestSupport
import Testing

/// What the stand-in adds to its tenant.
@Suite("The Authsignal stand-in")
struct AuthsignalStandInTests {
    private static let secret = "stand-in-secret-0123456789-abcdefg"

    /// Runs a body with a stand-in with the given setup, and a client with the secret.
    private func withStandIn(
        _ setup: StandInSetup = StandInSetup(), secret: String = secret,
        _ body: (AuthsignalStandIn, LoopbackClient) async throws -> Void
    ) async throws {
        let standIn = try AuthsignalStandIn(secret: Self.secret)
        let basic = "Basic " + Data("\(secret):".utf8).base64EncodedString()
        let server = try await StandInServer(standIn)
        let client = LoopbackClient(base: server.address + "/v1", headers: ["Authorization": basic])
        do {
            try await standIn.reset(setup)
            try await body(standIn, client)
        } catch {
            server.stop()
            throw error
        }
        server.stop()
    }

    private func stage(
        _ standIn: AuthsignalStandIn, state: ActionState = .challengeSucceeded, age: Int64 = 0
    ) async throws -> String {
        let time = Int64(Date().timeIntervalSince1970) - age
        let action = TrackedAction(state: state, at: time, verificationMethod: .passkey)
        return try await standIn.stage(action, userID: "u", code: "cognitoAuth", idempotencyKey: "k")
    }

    private func validate(
        _ client: LoopbackClient, _ token: String, user: String = "u"
    ) async throws -> LoopbackClient.Answer {
        try await client.post("/validate", #"{"token":"\#(token)","userId":"\#(user)","action":"cognitoAuth"}"#)
    }

    @Test("a secret shorter than 32 bytes is refused")
    func shortSecret() {
        let fault = StandInError.invalidSettings("currentTooShort")
        #expect(throws: fault) { try AuthsignalStandIn(secret: "short") }
    }

    @Test("it begins with what users have enrolled, and a reset forgets it")
    func enrolledUsers() async throws {
        var setup = StandInSetup()
        setup.users["u"] = [.passkey, .email(address: "a@b.test"), .passkey]
        try await withStandIn(setup) { (standIn, client) async throws in
            let list = try await client.get("/users/u/authenticators").json?.elements ?? []
            #expect(list.map { $0["verificationMethod"]?.string } == ["PASSKEY", "EMAIL_OTP", "PASSKEY"])
            #expect(list.map { $0["email"]?.string } == [nil, "a@b.test", nil])
            let tracked = try await client.post("/users/u/actions/cognitoAuth", "{}")
            #expect(tracked.json?["state"]?.string == "CHALLENGE_REQUIRED")
            let url = try #require(tracked.json?["url"]?.string)
            #expect(url.hasPrefix(client.base.dropLast("/v1".count) + "/challenge?token="))
            try await standIn.reset()
            try await expect(client.get("/users/u/authenticators").text, equals: "[]")
            try await expect(client.post("/users/u/actions/cognitoAuth", "{}").json?["state"]?.string, equals: "ALLOW")
        }
    }

    @Test("a staged proof has its own time, and is valid until its token expires")
    func stagedProof() async throws {
        try await withStandIn { (standIn, client) async throws in
            let json = try await validate(client, stage(standIn, age: 90)).json
            #expect(json?["isValid"]?.bool == true)
            #expect(json?["verificationMethod"]?.string == "PASSKEY")
            #expect(json?["idempotencyKey"]?.string == "k")
            let time = try #require(json?["stateUpdatedAt"]?.string)
            let updated = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
            #expect(abs(updated.timeIntervalSinceNow + 90) < 10)
            try await expect(validate(client, stage(standIn, age: 700)).status, equals: 400)
        }
    }

    @Test("a staged action without a proof is not valid")
    func stagedActionWithoutProof() async throws {
        try await withStandIn { (standIn, client) async throws in
            let json = try await validate(client, stage(standIn, state: ActionState(rawValue: "ALLOW"))).json
            #expect(json?["isValid"]?.bool == false)
            #expect(json?["state"]?.string == "ALLOW")
        }
    }

    @Test("the tenant's rules can be chosen")
    func tenantRules() async throws {
        var setup = StandInSetup()
        setup.rules.trackedState = .block
        setup.rules.userMismatch = .notValid
        setup.rules.omitsStateUpdatedAt = true
        try await withStandIn(setup) { (standIn, client) async throws in
            try await expect(client.post("/users/u/actions/a", "{}").json?["state"]?.string, equals: "BLOCK")
            let token = try await stage(standIn)
            try await expect(validate(client, token, user: "v").text, equals: #"{"isValid":false}"#)
            try await expect(validate(client, token).json?["isValid"]?.bool, equals: true)
            try await expect(validate(client, token).json?["stateUpdatedAt"]) { $0 == nil }
        }
    }

    @Test("a chosen failure answers every call")
    func chosenFailure() async throws {
        var setup = StandInSetup()
        setup.failure = 503
        try await withStandIn(setup) { (_, client) async throws in
            let answer = try await client.get("/users/u/authenticators")
            #expect(answer.status == 503)
            #expect(answer.json?["errorCode"]?.string == "internal_error")
        }
    }

    @Test("an answer can be delayed")
    func delayedAnswer() async throws {
        var setup = StandInSetup()
        setup.delay = .milliseconds(50)
        try await withStandIn(setup) { (_, client) async throws in
            let start = ContinuousClock.now
            try await expect(client.get("/users/u/authenticators").status, equals: 200)
            #expect(ContinuousClock.now - start >= .milliseconds(50))
        }
    }

    @Test("a wrong secret is refused")
    func wrongSecret() async throws {
        try await withStandIn(secret: "another") { (_, client) async throws in
            try await expect(client.post("/validate", #"{"token":"x"}"#).status, equals: 401)
        }
    }

    @Test("calls are recorded as sent, and identifiers are decoded segment by segment")
    func recordedCalls() async throws {
        var setup = StandInSetup()
        setup.users["a/b?#%"] = [.passkey]
        try await withStandIn(setup) { (standIn, client) async throws in
            let path = "/users/a%2Fb%3F%23%25/authenticators"
            try await expect(client.get(path).json?.elements.count, equals: 1)
            _ = try await client.post("/validate", "{}")
            await expect(standIn.calls, equals: ["GET " + path, "POST /validate"])
        }
    }
}

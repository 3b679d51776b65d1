import Foundation
import JOSE
import JSON
import Sandbox
import Testing

@Suite("The Authsignal stand-in")
struct AuthsignalStandInTests {
    private static let secret = "stand-in-secret-0123456789-abcdefg"
    private static let id = StandInActionID(userID: "u", action: "cognitoAuth", idempotencyKey: "k")

    /// Runs a body with a stand-in that knows this, and a client with the secret.
    private func withStandIn(
        _ state: StandInState = StandInState(), _ behaviour: StandInBehaviour = StandInBehaviour(),
        secret: String = secret, _ body: (AuthsignalStandIn, LoopbackClient) async throws -> Void
    ) async throws {
        let standIn = try AuthsignalStandIn(secret: Self.secret)
        await standIn.reset(state, behaviour)
        let basic = "Basic " + Data("\(secret):".utf8).base64EncodedString()
        let client = LoopbackClient(base: try await standIn.start(), headers: ["Authorization": basic])
        do { try await body(standIn, client) } catch {
            await standIn.stop()
            throw error
        }
        await standIn.stop()
    }

    private func state(_ authenticators: [StandInAuthenticator]) -> StandInState {
        var state = StandInState()
        state.users["u"] = StandInUser(authenticators: authenticators)
        return state
    }

    @Test("a secret shorter than 32 bytes is refused")
    func shortSecret() { #expect(throws: JOSEError.secretTooShort) { try AuthsignalStandIn(secret: "short") } }

    @Test("a user without authenticators is allowed and not enrolled")
    func trackUnknown() async throws {
        try await withStandIn { (standIn, client) async throws in
            let answer = try await client.post("/users/u/actions/cognitoAuth", #"{"email":"a@b.test","username":"n"}"#)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.json?["state"]?.string == "ALLOW")
            #expect(answer.json?["isEnrolled"]?.bool == false)
            #expect(answer.json?["enrolledVerificationMethods"] == nil)
            #expect(await standIn.state.users["u"]?.email == "a@b.test")
            let token = try #require(answer.json?["token"]?.string)
            let key = try VerificationKey(hs256Secret: Array(Self.secret.utf8))
            let claims = try Claims(CompactJWS.verify(token, keys: [key], expectedType: "JWT"))
            #expect(claims.subject == "u")
            #expect(claims["scope"]?.string == "read:authenticators")
            #expect(claims["other"]?["username"]?.string == "n")
            #expect(claims["other"]?["idempotencyKey"]?.string == answer.json?["idempotencyKey"]?.string)
            #expect(answer.json?["url"]?.string?.hasSuffix("?token=" + token) == true)
        }
    }

    @Test("a user with authenticators is challenged")
    func trackEnrolled() async throws {
        let methods = ["PASSKEY", "EMAIL_OTP", "PASSKEY"].map { StandInAuthenticator(verificationMethod: $0) }
        try await withStandIn(state(methods)) { (_, client) async throws in
            let json = try await client.post("/users/u/actions/cognitoAuth", #"{"idempotencyKey":"k"}"#).json
            #expect(json?["state"]?.string == "CHALLENGE_REQUIRED")
            #expect(json?["idempotencyKey"]?.string == "k")
            #expect(json?["isEnrolled"]?.bool == true)
            let enrolled = json?["enrolledVerificationMethods"]?.elements.compactMap(\.string)
            #expect(enrolled == ["PASSKEY", "EMAIL_OTP"])
        }
    }

    @Test("the state of tracked actions can be chosen")
    func trackedState() async throws {
        var behaviour = StandInBehaviour()
        behaviour.trackedState = "BLOCK"
        try await withStandIn(StandInState(), behaviour) { (_, client) async throws in
            #expect(try await client.post("/users/u/actions/a", "{}").json?["state"]?.string == "BLOCK")
        }
    }

    @Test("enrolling on the server makes an authenticator that is listed with its address")
    func enrol() async throws {
        try await withStandIn { (_, client) async throws in
            let body = #"{"verificationMethod":"EMAIL_OTP","email":"a@b.test"}"#
            let enrolled = try await client.post("/users/u/authenticators", body)
            #expect(enrolled.status == 200)
            #expect(enrolled.json?["authenticator"]?["email"]?.string == "a@b.test")
            let list = try await client.get("/users/u/authenticators").json?.elements ?? []
            #expect(list.map { $0["verificationMethod"]?.string } == ["EMAIL_OTP"])
            #expect(list.first?["email"]?.string == "a@b.test")
            #expect(try await client.post("/users/u/actions/a", "{}").json?["isEnrolled"]?.bool == true)
        }
    }

    private func validate(
        _ client: LoopbackClient, _ token: String, user: String = "u", action: String = "cognitoAuth"
    ) async throws -> LoopbackClient.Answer {
        try await client.post("/validate", #"{"token":"\#(token)","userId":"\#(user)","action":"\#(action)"}"#)
    }

    @Test("a proof is valid, with its time, method, user, action and key")
    func validateProof() async throws {
        try await withStandIn { (standIn, client) async throws in
            let time = Date(timeIntervalSinceNow: -90)
            let token = try await standIn.mintToken(
                for: Self.id, state: "CHALLENGE_SUCCEEDED", verificationMethod: "PASSKEY", at: time)
            let json = try await validate(client, token).json
            #expect(json?["isValid"]?.bool == true)
            #expect(json?["state"]?.string == "CHALLENGE_SUCCEEDED")
            #expect(json?["verificationMethod"]?.string == "PASSKEY")
            #expect(json?["userId"]?.string == "u")
            #expect(json?["action"]?.string == "cognitoAuth")
            #expect(json?["actionCode"]?.string == "cognitoAuth")
            #expect(json?["idempotencyKey"]?.string == "k")
            let written = try #require(json?["stateUpdatedAt"]?.string)
            let updated = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(written)
            #expect(abs(updated.timeIntervalSince(time)) < 0.01)
            let action = try await client.get("/users/u/actions/cognitoAuth/k").json
            #expect(action?["stateUpdatedAt"]?.string == written)
        }
    }

    @Test("a token without a proof is readable and not valid")
    func validateTracked() async throws {
        try await withStandIn { (_, client) async throws in
            let token = try await client.post("/users/u/actions/cognitoAuth", "{}").json?["token"]?.string
            let answer = try await validate(client, #require(token))
            #expect(answer.status == 200)
            #expect(answer.json?["isValid"]?.bool == false)
            #expect(answer.json?["state"]?.string == "ALLOW")
        }
    }

    @Test(
        "another user's token is answered in the form chosen",
        arguments: [
            (StandInBehaviour.UserMismatch.badRequest, 400, #"{"isValid":false,"error":"User is invalid."}"#),
            (.notValid, 200, #"{"isValid":false}"#),
        ])
    func userMismatch(mismatch: StandInBehaviour.UserMismatch, status: Int, body: String) async throws {
        var behaviour = StandInBehaviour()
        behaviour.userMismatch = mismatch
        try await withStandIn(StandInState(), behaviour) { (standIn, client) async throws in
            let token = try await standIn.mintToken(
                for: Self.id, state: "CHALLENGE_SUCCEEDED", verificationMethod: "PASSKEY", at: Date())
            let answer = try await validate(client, token, user: "v")
            #expect(answer.status == status)
            #expect(answer.text == body)
        }
    }

    @Test("a token of another action, an expired one and garbage are not valid")
    func refusedTokens() async throws {
        try await withStandIn { (standIn, client) async throws in
            let token = try await standIn.mintToken(
                for: Self.id, state: "CHALLENGE_SUCCEEDED", verificationMethod: "PASSKEY", at: Date())
            #expect(try await validate(client, token, action: "other").text == #"{"isValid":false}"#)
            let old = try await standIn.mintToken(
                for: Self.id, state: "CHALLENGE_SUCCEEDED", verificationMethod: "PASSKEY",
                at: Date(timeIntervalSinceNow: -700))
            let expired = try await validate(client, old)
            #expect(expired.status == 400)
            #expect(expired.json?["errorCode"]?.string == "invalid_request")
            let garbage = try await validate(client, "not.a.token")
            #expect(garbage.status == 422)
            #expect(garbage.json?["error"]?.string == "invalid_request_token")
        }
    }

    @Test("the time of a proof can be left out of the validation")
    func omittedTime() async throws {
        var behaviour = StandInBehaviour()
        behaviour.omitsStateUpdatedAt = true
        try await withStandIn(StandInState(), behaviour) { (standIn, client) async throws in
            let token = try await standIn.mintToken(
                for: Self.id, state: "CHALLENGE_SUCCEEDED", verificationMethod: "PASSKEY", at: Date())
            let json = try await validate(client, token).json
            #expect(json?["isValid"]?.bool == true)
            #expect(json?["stateUpdatedAt"] == nil)
        }
    }

    @Test("a wrong secret is refused with 401 under both names of the code")
    func unauthorized() async throws {
        try await withStandIn(secret: "another") { (_, client) async throws in
            let answer = try await client.post("/validate", #"{"token":"x"}"#)
            #expect(answer.status == 401)
            #expect(answer.json?["error"]?.string == "unauthorized")
            #expect(answer.json?["errorCode"]?.string == "unauthorized")
        }
    }

    @Test("a chosen failure is the answer to everything")
    func failure() async throws {
        var behaviour = StandInBehaviour()
        behaviour.failure = 503
        try await withStandIn(StandInState(), behaviour) { (_, client) async throws in
            #expect(try await client.get("/users/u/authenticators").status == 503)
        }
    }

    @Test("identifiers are decoded segment by segment, and calls recorded as they were sent")
    func encodedIdentifiers() async throws {
        try await withStandIn { (standIn, client) async throws in
            let path = "/users/a%2Fb%3F%23%25/actions/cognitoAuth"
            #expect(try await client.post(path, "{}").status == 200)
            #expect(await standIn.state.users.keys.sorted() == ["a/b?#%"])
            #expect(await standIn.calls == ["POST " + path])
        }
    }

    @Test("an action that is none and a path that is none are refused")
    func refusals() async throws {
        try await withStandIn { (_, client) async throws in
            #expect(try await client.post("/users/u/actions/sign%20in", "{}").status == 400)
            #expect(try await client.post("/users/u/actions/a", "[]").status == 400)
            #expect(try await client.post("/validate", "{}").status == 400)
            #expect(try await client.get("/users/u/actions/a/none").status == 404)
            #expect(try await client.get("/nothing").text == #"{"message":"Not Found"}"#)
        }
    }
}

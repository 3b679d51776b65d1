import JSON
import LocalCognito
import Primitives
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The flow PASSWORD,RESULT_TOKEN through the real bootstraps")
struct PasswordFlowTests {
    private static let email = "ana@example.test"
    private static let password = "correct horse"
    private static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")

    private func run(
        _ change: (inout PoolSettings) -> Void = { _ in }, _ body: (RealFunctions) async throws -> Void
    ) async throws {
        try await RealFunctions.run(change, flow: "PASSWORD,RESULT_TOKEN") { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            try await body(fixture)
        }
    }

    /// Starts with SRP; returns the challenge `PASSWORD_VERIFIER`.
    private func startWithSRP(
        _ fixture: RealFunctions, _ srp: SRPClient, username: String = email
    ) async throws -> JSONValue {
        let challenge = try await fixture.start(username, ["CHALLENGE_NAME": "SRP_A", "SRP_A": srp.publicValue])
        #expect(challenge["ChallengeName"]?.string == "PASSWORD_VERIFIER")
        return challenge
    }

    /// The body of an answer to `PASSWORD_VERIFIER`.
    private func claim(_ srp: SRPClient, _ password: String, to challenge: JSONValue) throws -> String {
        let username = try #require(challenge["ChallengeParameters"]?["USERNAME"]?.string)
        return try answer(
            challenge, name: "PASSWORD_VERIFIER",
            responses: srp.claim(challenge, password: password).merging(["USERNAME": username]) { $1 })
    }

    private func answer(_ challenge: JSONValue, name: String, responses: [String: String]) throws -> String {
        let session = try #require(challenge["Session"]?.string)
        return #"{"ClientId":"\#(PoolFixture.clientID)","ChallengeName":"\#(name)","Session":"# + quoted(session)
            + #","ChallengeResponses":"# + quoted(responses) + "}"
    }

    /// Proves the password; returns the custom challenge that follows.
    private func provePassword(_ fixture: RealFunctions) async throws -> JSONValue {
        let srp = try SRPClient()
        let body = try claim(srp, Self.password, to: try await startWithSRP(fixture, srp))
        let challenge = try await fixture.client.call("RespondToAuthChallenge", body)
        #expect(challenge["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
        #expect(challenge["AuthenticationResult"] == nil)
        return challenge
    }

    @Test("a password and then a result token get tokens")
    func passwordAndResultTokenSignIn() async throws {
        try await run { (fixture) async throws in
            let challenge = try await provePassword(fixture)
            let answer = try fixture.answer(fixture.resultToken(for: challenge), to: challenge)
            let json = try await fixture.client.call("RespondToAuthChallenge", answer)
            #expect(json["AuthenticationResult"]?["IdToken"] != nil)
        }
    }

    @Test("a passkey proof from before the sign-in counts only in the first round after the password")
    func earlierPasskeyProofCountsInTheFirstRound() async throws {
        try await run { (fixture) async throws in
            let earlier = try await provePassword(fixture)
            let token = try fixture.resultToken(for: earlier, method: .passkey)
            let second = try await provePassword(fixture)
            let next = try await fixture.client.call("RespondToAuthChallenge", fixture.answer("wrong", to: second))
            let late = try await fixture.client.call("RespondToAuthChallenge", fixture.answer(token, to: next))
            #expect(late["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
            let first = try await provePassword(fixture)
            let json = try await fixture.client.call("RespondToAuthChallenge", fixture.answer(token, to: first))
            #expect(json["AuthenticationResult"]?["IdToken"] != nil)
        }
    }

    @Test("Cognito's own second factor between the password and the result token is allowed")
    func secondFactorOfCognitoIsAllowed() async throws {
        try await run({ $0.undocumentedBehaviour.roundsAfterPassword = ["SOFTWARE_TOKEN_MFA"] }) {
            (fixture) async throws in
            let challenge = try await provePassword(fixture)
            let answer = try fixture.answer(fixture.resultToken(for: challenge), to: challenge)
            let json = try await fixture.client.call("RespondToAuthChallenge", answer)
            #expect(json["AuthenticationResult"]?["IdToken"] != nil)
        }
    }

    @Test("a new password in place of a temporary one gets no tokens, because that would bypass the result token")
    func newPasswordGetsNoTokens() async throws {
        try await run { (fixture) async throws in
            try await fixture.client.call(
                "AdminSetUserPassword",
                #"{"UserPoolId":"\#(fixture.pool.settings.id)","Username":"\#(Self.email)","#
                    + #""Password":"battery staple","Permanent":false}"#)
            let srp = try SRPClient()
            let body = try claim(srp, "battery staple", to: try await startWithSRP(fixture, srp))
            let challenge = try await fixture.client.call("RespondToAuthChallenge", body)
            #expect(challenge["ChallengeName"]?.string == "NEW_PASSWORD_REQUIRED")
            let new = try answer(
                challenge, name: "NEW_PASSWORD_REQUIRED",
                responses: ["USERNAME": Self.email, "NEW_PASSWORD": "correct horse"])
            try await expect(
                fixture.client.error("RespondToAuthChallenge", new),
                equals: PoolError(
                    .userLambdaValidation, "PreTokenGeneration failed with error Sign-in is not possible right now."))
        }
    }

    @Test("after the password, a wrong answer leads to another challenge, and the third ends the sign-in")
    func thirdWrongAnswerEndsTheSignIn() async throws {
        try await run { (fixture) async throws in
            var challenge = try await provePassword(fixture)
            for _ in 1...2 {
                let wrong = try fixture.answer("wrong", to: challenge)
                challenge = try await fixture.client.call("RespondToAuthChallenge", wrong)
                #expect(challenge["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
            }
            let last = try fixture.answer("wrong", to: challenge)
            try await expect(fixture.client.error("RespondToAuthChallenge", last), equals: Self.incorrect)
        }
    }

    @Test("a wrong password and an unknown user fail in the same way at the same point")
    func wrongPasswordAndUnknownUserFailAlike() async throws {
        try await run { (fixture) async throws in
            for (username, password) in [(Self.email, "battery staple"), ("ghost@example.test", Self.password)] {
                let srp = try SRPClient()
                let body = try claim(srp, password, to: try await startWithSRP(fixture, srp, username: username))
                try await expect(fixture.client.error("RespondToAuthChallenge", body), equals: Self.incorrect)
            }
        }
    }

    @Test("a start without SRP is refused, for a known and an unknown user alike")
    func startWithoutSRPIsRefused() async throws {
        try await run { (fixture) async throws in
            for username in [Self.email, "ghost@example.test"] {
                let body =
                    #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(PoolFixture.clientID)","AuthParameters":"#
                    + quoted(["USERNAME": username]) + "}"
                try await expect(fixture.client.error("InitiateAuth", body), equals: Self.incorrect)
            }
        }
    }
}

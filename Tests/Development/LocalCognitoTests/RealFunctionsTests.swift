import Foundation
import JOSE
import JSON
import LocalCognito
import Primitives
import SandboxTestSupport
import SignInTokens
import TestSupport
import Testing

@Suite("A sign-in through the real bootstraps")
struct RealFunctionsTests {
    private static let email = "ana@example.test"
    private static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")

    @Test("after sign-up, challenge and result token, a verifier accepts the tokens and the address is verified")
    func resultTokenSignsIn() async throws {
        try await RealFunctions.run { (fixture) async throws in
            let sub = try await fixture.signUp(Self.email)
            await expect(fixture.pool.user(Self.email)?.status, equals: .confirmed)
            await expect(fixture.pool.user(Self.email)?.attributes["email_verified"], equals: "false")
            let challenge = try await fixture.start(Self.email)
            #expect(challenge["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
            let names = challenge["ChallengeParameters"]?.members.map(\.name)
            #expect(names == ["USERNAME", "challenge", "isEnrolled", "token"])
            let answer = try fixture.answer(fixture.resultToken(for: challenge), to: challenge)
            let json = try await fixture.client.call("RespondToAuthChallenge", answer)
            await expect(fixture.pool.user(Self.email)?.attributes["email_verified"], equals: "true")

            let http = fixture.client.http
            let discovery = try await http.get("/\(fixture.pool.settings.id)/.well-known/openid-configuration").json
            let keysURL = try #require(discovery?["jwks_uri"]?.string)
            let keys = try JSONWebKeySet(parsing: await LoopbackClient(base: keysURL).get("").body).keys
            #expect(keys.count == 2)
            let issuer = try #require(discovery?["issuer"]?.string)
            let now = Int64(Date().timeIntervalSince1970)
            let idToken = try #require(json["AuthenticationResult"]?["IdToken"]?.string)
            let id = try Claims(CompactJWS.verify(idToken, keys: keys))
            try id.validate(issuer: issuer, audience: PoolFixture.clientID, now: now)
            #expect(id.subject == sub)
            #expect(id["token_use"]?.string == "id")
            #expect(id["email"]?.string == Self.email)
            #expect(id["email_verified"]?.bool == true)
            #expect(id["cognito:username"]?.string == sub)
        }
    }

    @Test("the third wrong answer ends the sign-in")
    func thirdWrongAnswerEndsTheSignIn() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            var challenge = try await fixture.start(Self.email)
            let first = try fixture.token(of: challenge)
            for _ in 1...2 {
                let answer = try fixture.answer("wrong", to: challenge)
                challenge = try await fixture.client.call("RespondToAuthChallenge", answer)
            }
            try expect(fixture.token(of: challenge).idempotencyKey) { $0 != first.idempotencyKey }
            let last = try fixture.answer("wrong", to: challenge)
            try await expect(fixture.client.error("RespondToAuthChallenge", last), equals: Self.incorrect)
        }
    }

    @Test("the third answer may still be right")
    func thirdAnswerMayBeRight() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            var challenge = try await fixture.start(Self.email)
            for _ in 1...2 {
                challenge = try await fixture.client.call(
                    "RespondToAuthChallenge", fixture.answer("wrong", to: challenge))
            }
            let answer = try fixture.answer(fixture.resultToken(for: challenge), to: challenge)
            let json = try await fixture.client.call("RespondToAuthChallenge", answer)
            #expect(json["AuthenticationResult"]?["RefreshToken"] != nil)
        }
    }

    @Test("a token of another user, round or address and the challenge's own token are wrong answers")
    func tokensOfOtherChallengesAreWrong() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            _ = try await fixture.signUp("bo@example.test")
            let other = try await fixture.start("bo@example.test")
            for makeToken: (JSONValue) throws -> String in [
                { _ in try fixture.resultToken(for: other) },
                { try fixture.resultToken(for: $0) { $0.idempotencyKey = "another-round" } },
                { try fixture.resultToken(for: $0) { $0.emailDigest = "another-address" } },
                { try #require($0["ChallengeParameters"]?["token"]?.string) },
            ] {
                let challenge = try await fixture.start(Self.email)
                let answer = try fixture.answer(makeToken(challenge), to: challenge)
                let next = try await fixture.client.call("RespondToAuthChallenge", answer)
                #expect(next["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
                #expect(next["AuthenticationResult"] == nil)
            }
        }
    }

    @Test("a passkey proof made before the sign-in counts in the first round")
    func earlierPasskeyProofSignsIn() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            let earlier = try await fixture.start(Self.email)
            let token = try fixture.resultToken(for: earlier, method: .passkey)
            let challenge = try await fixture.start(Self.email)
            let json = try await fixture.client.call(
                "RespondToAuthChallenge", fixture.answer(token, to: challenge))
            #expect(json["AuthenticationResult"]?["IdToken"] != nil)
            await expect(fixture.pool.user(Self.email)?.attributes["email_verified"], equals: "false")
        }
    }

    @Test("a start with SRP is refused, for a known and an unknown user alike")
    func srpStartIsRefused() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            for username in [Self.email, "ghost@example.test"] {
                let parameters = quoted(["USERNAME": username, "CHALLENGE_NAME": "SRP_A", "SRP_A": "abcdef"])
                let body =
                    #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(PoolFixture.clientID)","AuthParameters":\#(parameters)}"#
                try await expect(fixture.client.error("InitiateAuth", body), equals: Self.incorrect)
            }
        }
    }

    @Test("an unknown user sees the same as a known user, and fails like one who gives wrong answers")
    func unknownUserIsHidden() async throws {
        try await RealFunctions.run { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            var known = try await fixture.start(Self.email)
            var unknown = try await fixture.start("ghost@example.test")
            for round in 1...3 {
                for (one, other) in [(known, unknown), (known["ChallengeParameters"], unknown["ChallengeParameters"])] {
                    #expect(one?.members.map(\.name) == other?.members.map(\.name))
                }
                let right = try fixture.answer(fixture.resultToken(for: unknown), to: unknown)
                let wrong = try fixture.answer("wrong", to: known)
                guard round < 3 else {
                    try await expect(fixture.client.error("RespondToAuthChallenge", right), equals: Self.incorrect)
                    try await expect(fixture.client.error("RespondToAuthChallenge", wrong), equals: Self.incorrect)
                    break
                }
                known = try await fixture.client.call("RespondToAuthChallenge", wrong)
                unknown = try await fixture.client.call("RespondToAuthChallenge", right)
            }
        }
    }

    @Test("an account that a code must confirm cannot sign in before the code is entered")
    func accountSignsInAfterItsCode() async throws {
        let mailBox = MemoryMailBox()
        try await RealFunctions.run(confirmSignUp: "code", mailBox: mailBox) { (fixture) async throws in
            _ = try await fixture.signUp(Self.email)
            let refused = try await fixture.start(Self.email)
            let early = try fixture.answer(fixture.resultToken(for: refused), to: refused)
            try await expect(fixture.client.error("RespondToAuthChallenge", early).code, equals: .userNotConfirmed)
            let code = try #require(mailBox.messages.last?.code)
            try await fixture.client.call(
                "ConfirmSignUp",
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"\#(Self.email)","ConfirmationCode":"\#(code)"}"#)
            let challenge = try await fixture.start(Self.email)
            let answer = try fixture.answer(fixture.resultToken(for: challenge), to: challenge)
            let json = try await fixture.client.call("RespondToAuthChallenge", answer)
            #expect(json["AuthenticationResult"]?["AccessToken"] != nil)
        }
    }
}

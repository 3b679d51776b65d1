import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Custom authentication")
struct CustomAuthTests {
    @Test("a right answer gets tokens, and the events are those that Cognito sends")
    func rightAnswerGetsTokens() async throws {
        let fixture = try await PoolFixture()
        let first = try await fixture.call("InitiateAuth", fixture.start())
        #expect(first["ChallengeName"]?.string == "CUSTOM_CHALLENGE")
        #expect(
            String(decoding: first["ChallengeParameters"]?.bytes ?? [], as: UTF8.self)
                == #"{"USERNAME":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","question":"1"}"#)
        let session = try #require(first["Session"]?.string)
        let result = try await fixture.respond(fixture.answer("open sesame", session))
        #expect(result["AuthenticationResult"]?["TokenType"]?.string == "Bearer")
        #expect(result["AuthenticationResult"]?["ExpiresIn"]?.integer == 3600)
        #expect(result["ChallengeParameters"]?.members.isEmpty == true)
        #expect(result["ChallengeName"] == nil)
        let envelope =
            #"{"version":"1","region":"eu-west-1","userPoolId":"eu-west-1_Sandbox01","#
            + #""userName":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","callerContext":{"awsSdkVersion":"#
            + #""aws-sdk-unknown-unknown","clientId":"3kq0example1clientid2value3"},"triggerSource":"#
        let attributes =
            #""request":{"userAttributes":{"sub":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","#
            + #""cognito:user_status":"CONFIRMED","email_verified":"true","email":"ana@example.test"},"#
        let row = #"{"challengeName":"CUSTOM_CHALLENGE","challengeResult":true,"challengeMetadata":"round 1"}"#
        let undecided = #""response":{"challengeName":null,"issueTokens":null,"failAuthentication":null}}"#
        #expect(
            texts(fixture.define) == [
                envelope + #""DefineAuthChallenge_Authentication","# + attributes + #""session":[]},"# + undecided,
                envelope + #""DefineAuthChallenge_Authentication","# + attributes + #""session":[\#(row)]},"#
                    + undecided,
            ])
        #expect(
            texts(fixture.create) == [
                envelope + #""CreateAuthChallenge_Authentication","# + attributes
                    + #""challengeName":"CUSTOM_CHALLENGE","session":[]},"response":{"publicChallengeParameters""#
                    + #":null,"privateChallengeParameters":null,"challengeMetadata":null}}"#
            ])
        #expect(
            texts(fixture.verify) == [
                envelope + #""VerifyAuthChallengeResponse_Authentication","# + attributes
                    + #""privateChallengeParameters":{"right":"open sesame"},"challengeAnswer":"open sesame"},"#
                    + #""response":{"answerCorrect":null}}"#
            ])
    }

    private func texts(_ function: ClosureFunction) -> [String] {
        function.events.map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test("a wrong answer leads to the next challenge, until the triggers end the sign-in")
    func wrongAnswersEndTheSignIn() async throws {
        let fixture = try await PoolFixture()
        var session = try await fixture.session()
        for number in 2...3 {
            let next = try await fixture.respond(fixture.answer("no", session))
            #expect(next["ChallengeParameters"]?["question"]?.string == "\(number)")
            session = try #require(next["Session"]?.string)
        }
        try await fixture.expect("RespondToAuthChallenge", fixture.answer("no", session), fails: .incorrect)
        let rows = fixture.define.events.last?["request"]?["session"]?.elements ?? []
        #expect(rows.map { $0["challengeResult"]?.bool } == [false, false, false])
        #expect(rows.map { $0["challengeMetadata"]?.string } == ["round 1", "round 2", "round 3"])
    }

    @Test("the metadata of the start reaches no trigger, but the metadata of an answer reaches all three")
    func metadataOfAnAnswerReachesTheTriggers() async throws {
        let fixture = try await PoolFixture()
        let start = fixture.start(metadata: ["from": "start"])
        let session = try #require(try await fixture.call("InitiateAuth", start)["Session"]?.string)
        #expect(fixture.define.events.last?["request"]?["clientMetadata"] == nil)
        #expect(fixture.create.events.last?["request"]?["clientMetadata"] == nil)
        let answer = fixture.answer("no", session, metadata: ["from": "answer"])
        let next = try await fixture.respond(answer)
        for function in [fixture.define, fixture.create, fixture.verify] {
            #expect(function.events.last?["request"]?["clientMetadata"]?["from"]?.string == "answer")
        }
        let empty = fixture.answer("no", next["Session"]?.string, metadata: [:])
        try await fixture.respond(empty)
        #expect(fixture.verify.events.last?["request"]?["clientMetadata"] == nil)
    }

    @Test("the administrator's operations do the same, if the calls are signed and name this pool")
    func administratorSignsIn() async throws {
        let fixture = try await PoolFixture()
        let pool = #"{"UserPoolId":"eu-west-1_Sandbox01","#
        let start = pool + fixture.start().dropFirst()
        let session = try await fixture.call("AdminInitiateAuth", start)["Session"]?.string
        let answer = pool + fixture.answer("open sesame", session).dropFirst()
        let result = try await fixture.call("AdminRespondToAuthChallenge", answer)
        #expect(result["AuthenticationResult"]?["AccessToken"] != nil)
        let unsigned = try await fixture.client.error("AdminInitiateAuth", start, signed: false)
        #expect(unsigned == PoolError(.missingAuthenticationToken, "Missing Authentication Token"))
        try await fixture.expect(
            "AdminInitiateAuth", #"{"UserPoolId":"eu-west-1_Other","# + fixture.start().dropFirst(),
            fails: PoolError(.resourceNotFound, "User pool eu-west-1_Other does not exist."))
    }

    @Test(
        "what a caller leaves out or gets wrong is named",
        arguments: [
            (
                "InitiateAuth", "{}",
                .parameter(
                    "2 validation errors detected: Value null at 'authFlow' failed to satisfy constraint: "
                        + "Member must not be null; Value null at 'clientId' failed to satisfy constraint: "
                        + "Member must not be null")
            ),
            (
                "InitiateAuth", #"{"ClientId":"x","AuthFlow":"CUSTOM_AUTH"}"#,
                PoolError(.resourceNotFound, "User pool client x does not exist.")
            ),
            (
                "InitiateAuth", #"{"ClientId":"\#(PoolFixture.clientID)","AuthFlow":"CUSTOM_AUTH"}"#,
                .parameter("Missing required parameter USERNAME")
            ),
            ("InitiateAuth", #"{"ClientId":1}"#, PoolError(.serialization, "clientId has the wrong type.")),
            ("InitiateAuth", "[]", PoolError(.serialization, "The request is not a JSON object.")),
            (
                "AssociateSoftwareToken", "{}",
                PoolError(
                    .unknownOperation,
                    "The sandbox does not know the operation AWSCognitoIdentityProviderService.AssociateSoftwareToken.")
            ),
        ] as [(String, String, PoolError)])
    func wrongRequestsAreRefused(operation: String, body: String, error: PoolError) async throws {
        let fixture = try await PoolFixture()
        try await fixture.expect(operation, body, fails: error)
        #expect(fixture.define.events.isEmpty)
    }
}

import AuthChallenge
import CognitoTriggers
import JOSE
import JSON
import LambdaRuntime
import SignInTokens
import Testing
import TriggerTestSupport

@Suite("Create in signed mode")
struct SignedCreateTests {
    @Test("the challenge token has exactly the documented header and claims")
    func tokenHasTheDocumentedClaims() throws {
        let challenge = try TestDeployment.signed().create()
        // The key's identifier was computed apart from this code.
        #expect(
            try challenge.header() == #"{"alg":"dir","enc":"A256GCM","typ":"challenge+jwt","kid":"fLauMsFkSYo"}"#)
        #expect(
            try challenge.payload() == """
                {"iss":"urn:cognito-passkeys:eu-west-1_AbCdEf123","aud":"urn:cognito-passkeys:eu-west-1_AbCdEf123",\
                "sub":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","iat":1800000000,"exp":1800000600,\
                "scope":"read:authenticators","other":{"tenantId":"eu-west-1_AbCdEf123",\
                "userId":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","actionCode":"cognitoAuth",\
                "idempotencyKey":"00010203-0405-4607-8809-0a0b0c0d0e0f",\
                "username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",\
                "email":"ana@example.test","emailVerified":true,"userNotFound":false}}
                """)
    }

    @Test("the token is genuine under the current key and is a challenge, not a result")
    func tokenIsAChallengeAndNoResult() throws {
        let challenge = try TestDeployment.signed().create()
        let keys = try SignInKeys(current: Array(SampleKeys.signingKey.utf8))
        let token = try ChallengeToken(
            opening: challenge.token, userPoolID: SampleUser.poolID, keys: keys, now: TestClock.second)
        #expect(token.idempotencyKey == challenge.key)
        #expect(throws: SignInTokenError.notGenuine(.wrongSegmentCount)) {
            try ResultToken(
                verifying: challenge.token, userPoolID: SampleUser.poolID, keys: keys, now: TestClock.second)
        }
    }

    @Test("lifetime and action code are those configured")
    func lifetimeAndActionAreConfigured() throws {
        let deployment = try TestDeployment.signed(["TOKEN_LIFETIME": "60", "AUTHSIGNAL_ACTION": "my-Action_1"])
        let claims = try deployment.create().claims()
        #expect(claims["exp"]?.integer == TestClock.second + 60)
        #expect(claims["other"]?["actionCode"]?.string == "my-Action_1")
    }

    @Test("the public parameters are a token, a flag and the method's name, and name nothing else")
    func publicParametersNameNothingElse() throws {
        let challenge = try TestDeployment.signed().create()
        #expect(Set(challenge.publicParameters.keys) == ["token", "isEnrolled", "challenge"])
        #expect(challenge.publicParameters["isEnrolled"] == "false")
        #expect(challenge.publicParameters["challenge"] == "RESULT_TOKEN")
        #expect(challenge.metadata == "RESULT_TOKEN who=;flow=RT")
        #expect(challenge.outcome == "issued")
    }

    @Test("outside the seal there is no address, and the app sees neither the key of the round nor the subject")
    func nothingAppearsOutsideTheSeal() throws {
        let challenge = try TestDeployment.signed().create()
        var texts = [try challenge.header(), challenge.metadata]
        texts += Array(challenge.publicParameters.values) + Array(challenge.privateParameters.values)
        for text in texts { #expect(!text.contains("@") && !text.contains("example.test")) }
        for text in challenge.publicParameters.values {
            #expect(![challenge.key, SampleUser.sub].contains { text.contains($0) })
        }
    }

    @Test("the token says whether Cognito counts the address as verified", arguments: ["true", "false"])
    func addressIsVerifiedOrNot(verified: String) throws {
        let challenge = try TestDeployment.signed().create(.create.attribute("email_verified", verified))
        let other = try challenge.claims()["other"]
        #expect(other?["email"]?.string == "ana@example.test")
        #expect(other?["emailVerified"]?.bool == (verified == "true"))
    }

    @Test("the private parameters hold what Verify needs and nothing more")
    func privateParametersHoldWhatVerifyNeeds() throws {
        let challenge = try TestDeployment.signed().create()
        #expect(
            challenge.privateParameters == [
                "method": "RESULT_TOKEN", "round": "1", "key": "00010203-0405-4607-8809-0a0b0c0d0e0f",
                "subject": SampleUser.sub, "verdict": "open", "flow": "RT", "mode": "signed",
            ])
    }

    @Test(
        "the round's number counts only answers to custom challenges",
        arguments: [("", "1"), ("x", "2"), ("xx", "3"), ("S", "1"), ("Sx", "2"), ("SPx", "2"), ("xxx", "4")])
    func roundNumberCountsCustomChallenges(_ rows: String, _ round: String) throws {
        let challenge = try TestDeployment.signed().create(.create.session(Rows.parse(rows)))
        #expect(challenge.privateParameters["round"] == round)
    }

    @Test("each round has a key of its own")
    func eachRoundHasItsOwnKey() throws {
        let deployment = try TestDeployment.signed()
        let keys = try (0..<5).map { _ in try deployment.create().key }
        #expect(Set(keys).count == 5)
    }

    @Test("isEnrolled is false whoever asks, since enrolling sends a code either way", arguments: ["true", "false"])
    func isEnrolledIsAlwaysFalse(_ verified: String) throws {
        let deployment = try TestDeployment.signed()
        for event in [EventBuilder.create.attribute("email_verified", verified), .create.unknownUser()] {
            #expect(try deployment.create(event).publicParameters["isEnrolled"] == "false")
        }
    }

    @Test("a user without an address gets a token of the same length that names none")
    func userWithoutAddressGetsATokenOfTheSameLength() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.attribute("email", nil))
        let other = try #require(try challenge.claims()["other"])
        #expect(other["email"] == nil && other["emailVerified"] == nil)
        #expect(other["userNotFound"]?.bool == false)
        #expect(try challenge.token.utf8.count == deployment.create().token.utf8.count)
    }

    @Test("client metadata changes nothing")
    func clientMetadataChangesNothing() throws {
        let metadata = [
            "method": "EMAIL_OTP", "round": "1", "scope": "add:authenticators", "email": "eve@example.test",
        ]
        let plain = try TestDeployment.signed().create()
        let other = try TestDeployment.signed().create(.create.clientMetadata(metadata))
        #expect(try plain.payload() == other.payload())
        #expect(Set(plain.publicParameters.keys) == Set(other.publicParameters.keys))
        #expect(plain.privateParameters == other.privateParameters)
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        let deployment = try TestDeployment.signed()
        let detail = "the event does not belong to the trigger CreateAuthChallenge"
        #expect(
            throws: FunctionError(.wrongTrigger, message: "Sign-in is not possible right now", detail: detail)
        ) { try deployment.create(.define) }
    }
}

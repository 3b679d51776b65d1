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
        #expect(try challenge.header() == #"{"alg":"HS256","typ":"challenge+jwt"}"#)
        // The digest was computed apart from this code: HMAC-SHA256 over "emailana@example.test" with the sample key.
        #expect(
            try challenge.payload() == """
                {"iss":"urn:cognito-passkeys:eu-west-1_AbCdEf123","aud":"urn:cognito-passkeys:eu-west-1_AbCdEf123",\
                "sub":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","iat":1800000000,"exp":1800000600,\
                "scope":"read:authenticators","other":{"tenantId":"eu-west-1_AbCdEf123",\
                "userId":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","actionCode":"cognitoAuth",\
                "idempotencyKey":"00010203-0405-4607-8809-0a0b0c0d0e0f",\
                "username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",\
                "emailDigest":"g7JlX4hzAklx-9AVs8gfX-Ko0Os-hfx2V-CyIADgzog"}}
                """)
    }

    @Test("the token is genuine under the current key and is a challenge, not a result")
    func tokenIsAChallengeAndNoResult() throws {
        let challenge = try TestDeployment.signed().create()
        let keys = [try VerificationKeys.of(SampleKeys.signingKey)]
        let token = try SignInToken(
            verifying: challenge.token, as: .challenge, userPoolID: SampleUser.poolID, keys: keys, now: TestClock.second
        )
        #expect(token.idempotencyKey == challenge.key)
        #expect(throws: SignInTokenError.notGenuine(.wrongType)) {
            try SignInToken(
                verifying: challenge.token, as: .result, userPoolID: SampleUser.poolID, keys: keys,
                now: TestClock.second)
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
        #expect(challenge.metadata == "RESULT_TOKEN")
        #expect(challenge.outcome == "issued")
    }

    @Test("no address appears anywhere, and neither digest, key nor subject outside the token")
    func noAddressAppearsAnywhere() throws {
        let challenge = try TestDeployment.signed().create()
        var texts = [try challenge.payload(), try challenge.header(), challenge.metadata]
        texts += Array(challenge.publicParameters.values) + Array(challenge.privateParameters.values)
        for text in texts { #expect(!text.contains("@") && !text.contains("example.test")) }
        let digest = try #require(try challenge.claims()["other"]?["emailDigest"]?.string)
        var outside = challenge.publicParameters
        outside["token"] = nil
        for text in outside.values { #expect(![digest, challenge.key, SampleUser.sub].contains { text.contains($0) }) }
        #expect(!challenge.privateParameters.values.contains { $0.contains(digest) })
    }

    @Test("the private parameters hold what Verify needs and nothing more")
    func privateParametersHoldWhatVerifyNeeds() throws {
        let challenge = try TestDeployment.signed().create()
        #expect(
            challenge.privateParameters == [
                "method": "RESULT_TOKEN", "round": "1", "key": "00010203-0405-4607-8809-0a0b0c0d0e0f",
                "subject": SampleUser.sub, "verdict": "open",
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

    @Test("a user without an address gets a digest of the same shape")
    func userWithoutAddressGetsADigest() throws {
        let challenge = try TestDeployment.signed().create(.create.attribute("email", nil))
        let digest = try challenge.claims()["other"]?["emailDigest"]?.string
        #expect(digest == "qQZNP2LTBp1NTfHjDdZjYAme43D_J6vubmYLGkI_GrI")
    }

    @Test("client metadata changes nothing")
    func clientMetadataChangesNothing() throws {
        let metadata = [
            "method": "EMAIL_OTP", "round": "1", "scope": "add:authenticators", "email": "eve@example.test",
        ]
        let plain = try TestDeployment.signed().create()
        let other = try TestDeployment.signed().create(.create.clientMetadata(metadata))
        #expect(plain.publicParameters == other.publicParameters)
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

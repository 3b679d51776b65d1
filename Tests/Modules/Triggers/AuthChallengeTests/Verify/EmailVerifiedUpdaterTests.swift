import AWS
import AuthChallenge
import HTTP
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The mark of a verified address")
struct EmailVerifiedUpdaterTests {
    static let call = "POST https://cognito-idp.eu-west-1.amazonaws.com/"
    static let on = ["MARK_EMAIL_VERIFIED": "true"]

    /// Each case: the method, whether the address is marked already, the settings, and whether the call is made.
    @Test(
        "is set after an emailed code if it is not set yet, and never otherwise",
        arguments: [
            ("EMAIL_OTP", "false", on, true), ("EMAIL_OTP", nil, on, true), ("EMAIL_OTP", "true", on, false),
            ("PASSKEY", "false", on, false),
            ("PUSH", "false", on.merging(["ALLOWED_METHODS": "PUSH"]) { $1 }, false),
            ("EMAIL_OTP", "false", [:], false), ("EMAIL_OTP", "false", ["MARK_EMAIL_VERIFIED": "false"], false),
        ] as [(String, String?, [String: String], Bool)])
    func markIsSetAfterAnEmailedCode(method: String, verified: String?, settings: [String: String], isCalled: Bool)
        throws
    {
        let deployment = try TestDeployment.signed(settings)
        if isCalled { deployment.transport.on(Self.call, .ok("{}")) }
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .init(rawValue: method)).text()
        let event = EventBuilder.verify(challenge, answer).attribute("email_verified", verified)
        try expect(deployment.verify(event), equals: "right \(method)")
        #expect(deployment.transport.names == (isCalled ? [Self.call] : []))
    }

    @Test("is set for the pool's name of the user, signed with the function's role")
    func callNamesThePoolsUser() throws {
        let deployment = try TestDeployment.signed(Self.on)
        deployment.transport.on(Self.call, .ok("{}"))
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        let event = EventBuilder.verify(challenge, answer).attribute("email_verified", "false").userName("ana-name")
        _ = try deployment.verify(event)
        let call = try #require(deployment.transport.calls.first)
        #expect(
            call.body
                == #"{"UserPoolId":"eu-west-1_AbCdEf123","Username":"ana-name","#
                + #""UserAttributes":[{"Name":"email","Value":"ana@example.test"},"#
                + #"{"Name":"email_verified","Value":"true"}]}"#)
        #expect(call.header("X-Amz-Target") == "AWSCognitoIdentityProviderService.AdminUpdateUserAttributes")
        #expect(call.signedFor == "eu-west-1 cognito-idp")
    }

    @Test(
        "is not set for a wrong answer",
        arguments: [
            ("another round", "other_round"), ("another address", "wrong_address"), ("junk", "invalid_token"),
            ("unknown user", "unknown_user"),
        ])
    func wrongAnswerSetsNoMark(_ cause: String, _ verdict: String) throws {
        let deployment = try TestDeployment.signed(Self.on)
        let challenge = try deployment.create()
        var token = try ProofAnswer(challenge, .emailOTP)
        if cause == "another round" { token.token.claims.idempotencyKey = "another-key" }
        var event = EventBuilder.verify(challenge, cause == "junk" ? "junk" : try token.text())
            .attribute("email_verified", "false")
        if cause == "another address" { event = event.attribute("email", "new@example.test") }
        if cause == "unknown user" { event = event.unknownUser() }
        try expect(deployment.verify(event), equals: verdict)
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test(
        "that cannot be set is logged and does not fail the sign-in",
        arguments: [
            (
                .status(400, #"{"__type":"AccessDeniedException","message":"User ana@example.test"}"#),
                "refused with status 400, AccessDeniedException"
            ),
            (.status(500, ""), "refused with status 500, no error type"),
            (.failure(.timedOut("slow")), "timed out: slow"), (.ok("[]"), "an unreadable answer"),
        ] as [(ScriptedTransport.Answer, String)])
    func failedMarkDoesNotFailTheSignIn(_ answer: ScriptedTransport.Answer, _ cause: String) throws {
        let deployment = try TestDeployment.signed(Self.on)
        deployment.transport.on(Self.call, answer)
        let challenge = try deployment.create()
        let text = try ProofAnswer(challenge, .emailOTP).text()
        let event = EventBuilder.verify(challenge, text).attribute("email_verified", "false")
        try expect(deployment.verify(event), equals: "right EMAIL_OTP")
        #expect(deployment.recorder.lines == ["WARN the address could not be marked as verified: \(cause)"])
    }

    @Test("is set in authsignal mode too")
    func markIsSetInAuthsignalMode() throws {
        let deployment = try TestDeployment.authsignal(Self.on)
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, API.validated(["verificationMethod": "EMAIL_OTP"]))
        deployment.transport.on(Self.call, .ok("{}"))
        let event = EventBuilder.verify(try deployment.create(), API.resultToken).attribute("email_verified", "false")
        deployment.transport.forgetCalls()
        try expect(deployment.verify(event), equals: "right EMAIL_OTP")
        #expect(deployment.transport.names == [API.validate, API.authenticators, Self.call])
    }
}

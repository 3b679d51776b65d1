import AuthChallenge
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Create in authsignal mode")
struct AuthsignalCreateTests {
    @Test("tracks the action of the user, and hands out token and page")
    func tracksTheUsersAction() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        let challenge = try deployment.create()
        #expect(deployment.transport.names == [API.track, API.authenticators])
        let call = try #require(deployment.transport.calls.first)
        #expect(
            call.body
                == #"{"idempotencyKey":"00010203-0405-4607-8809-0a0b0c0d0e0f","email":"ana@example.test","#
                + #""username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"}"#)
        #expect(call.header("Authorization") == "Basic YXBpLXNlY3JldC0wMTIzNDU2Nzg5Og==")
        #expect(
            challenge.publicParameters == [
                "token": API.trackToken, "url": "https://mfa.authsignal.com/?token=\(API.trackToken)",
                "isEnrolled": "true", "challenge": "RESULT_TOKEN",
            ])
        #expect(
            challenge.privateParameters == [
                "step": "RESULT_TOKEN", "round": "1", "key": API.key, "subject": SampleUser.sub, "closed": "0",
                "flow": "RT", "mode": "authsignal",
            ])
        #expect(challenge.outcome == "issued")
    }

    @Test("never asks for the scope to add authenticators, nor passes on what the client says")
    func neverAsksToAddAuthenticators() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        _ = try deployment.create(
            .create.clientMetadata(["scope": "add:authenticators", "deviceId": "device-of-client"]))
        for call in deployment.transport.calls {
            #expect(!call.body.contains("scope") && !call.body.contains("device") && !call.body.contains("custom"))
        }
    }

    @Test(
        "server: an email authenticator is enrolled before a token is handed out",
        arguments: [[], ["PASSKEY"], ["SMS"]])
    func serverEnrolsAnAddressFirst(_ methods: [String]) throws {
        let deployment = try TestDeployment.authsignal()
        let first = API.tracked("ALLOW", isEnrolled: !methods.isEmpty, methods: methods, key: "first-key")
        deployment.transport.on(API.track, first, API.tracked())
        deployment.transport.on(API.enrol, .ok("{}"))
        let challenge = try deployment.create()
        #expect(deployment.transport.names == [API.track, API.enrol, API.track])
        #expect(deployment.transport.calls[1].body == #"{"verificationMethod":"EMAIL_OTP","email":"ana@example.test"}"#)
        #expect(challenge.key == API.key)
        #expect(challenge.privateParameters["closed"] == "0")
    }

    @Test("client: the real token is handed out, to whoever enrols first")
    func clientEnrolmentGivesTheRealToken() throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        deployment.transport.on(
            API.track, API.tracked("ALLOW", isEnrolled: false, methods: []), API.tracked(methods: nil))
        let challenge = try deployment.create()
        #expect(challenge.token == API.trackToken)
        #expect(challenge.publicParameters["isEnrolled"] == "false")
        try expect(deployment.create().publicParameters["isEnrolled"], equals: "true")
        #expect(deployment.transport.names == [API.track, API.track, API.authenticators])
    }

    @Test("deny: only a user with an authenticator gets a token")
    func denyNeedsAnAuthenticator() throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "deny"])
        deployment.transport.on(
            API.track, API.tracked("ALLOW", isEnrolled: false, methods: []), API.tracked(methods: ["PASSKEY"]))
        expectLookAlike(try deployment.create())
        try expect(deployment.create().token, equals: API.trackToken)
        #expect(deployment.transport.names == [API.track, API.track])
    }

    @Test("if track does not list the methods, the authenticators are looked up")
    func unlistedMethodsAreLookedUp() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked(methods: nil))
        deployment.transport.on(API.authenticators, API.list([("PASSKEY", nil), ("EMAIL_OTP", SampleUser.email)]))
        try expect(deployment.create().privateParameters["closed"], equals: "0")
        #expect(deployment.transport.names == [API.track, API.authenticators])
    }

    @Test("if none of them is for email, one is enrolled")
    func unlistedMethodsWithoutEmailEnrolIt() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked(methods: nil), API.tracked())
        deployment.transport.on(API.authenticators, API.list([("PASSKEY", nil)]))
        deployment.transport.on(API.enrol, .ok("{}"))
        _ = try deployment.create()
        #expect(deployment.transport.names == [API.track, API.authenticators, API.enrol, API.track])
    }

    @Test(
        "a user who is held gets a look-alike, and no real token",
        arguments: ["BLOCK", "REVIEW_REQUIRED", "REVIEW_FAILED", "REVIEW_LATER"], ["server", "client", "deny"])
    func heldUserGetsALookAlike(_ state: String, _ enrolment: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
        deployment.transport.on(API.track, API.tracked(state))
        let challenge = try deployment.create()
        expectLookAlike(challenge)
        #expect(deployment.transport.names == [API.track])
        // The round cannot be won: no answer is even looked at.
        try expect(deployment.verify(challenge, API.resultToken), equals: "closed_round")
        #expect(deployment.transport.names == [API.track])
    }

    @Test(
        "if a code would go to an address that Cognito no longer has, only an earlier passkey counts",
        arguments: ["old@example.test", nil, "\u{212A}ana@example.test"], ["server", "client", "deny"])
    func changedAddressLeavesOnlyAnEarlierPasskey(_ address: String?, _ enrolment: String) throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": enrolment])
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.authenticators, API.list([("EMAIL_OTP", address), ("PASSKEY", nil)]))
        let challenge = try deployment.create()
        #expect(deployment.transport.names == [API.track, API.authenticators])
        #expect(challenge.token != API.trackToken && challenge.key != API.key)
        #expect(challenge.publicParameters["url"]?.hasSuffix(challenge.token) == true)
        #expect(challenge.publicParameters["isEnrolled"] == "true")
        #expect(challenge.privateParameters["closed"] == "0")
        deployment.transport.on(API.validate, API.validated(["idempotencyKey": "earlier"]))
        try expect(deployment.verify(challenge, API.resultToken), equals: "right PASSKEY")
    }

    @Test("a user who is held only after the enrolment gets a look-alike, too")
    func userHeldAfterEnrolmentGetsALookAlike() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked("ALLOW", isEnrolled: false, methods: []), API.tracked("BLOCK"))
        deployment.transport.on(API.enrol, .ok("{}"))
        expectLookAlike(try deployment.create())
    }

    @Test(
        "a passed review and an allowed action get the token",
        arguments: ["REVIEW_SUCCEEDED", "ALLOW", "CHALLENGE_FAILED"])
    func userWhoIsNotHeldGetsTheToken(_ state: String) throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked(state))
        try expect(deployment.create().token, equals: API.trackToken)
    }
}

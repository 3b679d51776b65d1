import AuthChallenge
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Verify in authsignal mode")
struct AuthsignalVerifyTests {
    /// What validate answers, and what the answer of the app then comes to.
    struct ValidateAnswer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let verdict: String
        let answer: ScriptedTransport.Answer
        /// The answer to the look-up of the authenticators; nil if none is expected.
        var authenticators: ScriptedTransport.Answer?

        init(_ name: String, _ verdict: String, _ answer: ScriptedTransport.Answer) {
            testDescription = name
            self.verdict = verdict
            self.answer = answer
        }

        /// An emailed code was proven, by a user with those authenticators.
        init(_ name: String, _ verdict: String, codeSentTo list: [(method: String, email: String?)]) {
            self.init(name, verdict, API.validated(["verificationMethod": "EMAIL_OTP"]))
            authenticators = API.list(list)
        }
    }

    static let right = [
        ValidateAnswer("a passkey", "right PASSKEY", API.validated()),
        ValidateAnswer("only the newer name of the action", "right PASSKEY", API.validated(["actionCode": nil])),
        ValidateAnswer(
            "only the older name of the action", "right PASSKEY",
            API.validated(["action": nil, "actionCode": "cognitoAuth"])),
        ValidateAnswer("an emailed code", "right EMAIL_OTP", codeSentTo: [("EMAIL_OTP", SampleUser.email)]),
        ValidateAnswer(
            "an emailed code, address in capitals", "right EMAIL_OTP", codeSentTo: [("EMAIL_OTP", "ANA@Example.test")]),
        ValidateAnswer(
            "an emailed code, besides a passkey", "right EMAIL_OTP",
            codeSentTo: [("PASSKEY", nil), ("EMAIL_OTP", SampleUser.email)]),
    ]

    static let wrong =
        [
            ValidateAnswer("isValid false", "not_succeeded", API.validated(isValid: false)),
            ValidateAnswer("isValid without a state", "not_succeeded", API.validated(["state": nil])),
            ValidateAnswer("nothing but isValid", "not_succeeded", .ok(#"{"isValid":true}"#)),
            ValidateAnswer("a user mismatch as status 200", "not_succeeded", .ok(#"{"isValid":false}"#)),
            ValidateAnswer(
                "a user mismatch as status 400", "invalid_token",
                .status(400, #"{"isValid":false,"error":"User is invalid."}"#)),
            ValidateAnswer(
                "another user's id, not valid", "wrong_user", API.validated(["userId": "someone-else"], isValid: false)),
            ValidateAnswer("another user's id, valid", "wrong_user", API.validated(["userId": "someone-else"])),
            ValidateAnswer("no user id", "wrong_user", API.validated(["userId": nil])),
            ValidateAnswer(
                "a user id that differs by case", "wrong_user",
                API.validated(["userId": .some(SampleUser.sub.uppercased())])),
            ValidateAnswer("another action", "wrong_action", API.validated(["action": "addAuthenticator"])),
            ValidateAnswer("no action", "wrong_action", API.validated(["action": nil])),
            ValidateAnswer("a method not allowed", "method_not_allowed", API.validated(["verificationMethod": "SMS"])),
            ValidateAnswer("no method", "method_not_allowed", API.validated(["verificationMethod": nil])),
            ValidateAnswer("an expired token", "invalid_token", API.error(401, "expired_token")),
            ValidateAnswer("garbage", "invalid_token", API.error(422, "invalid_request_token")),
            ValidateAnswer("an unknown token", "invalid_token", API.error(404, "not_found")),
            ValidateAnswer(
                "a code sent to the address before", "wrong_address", codeSentTo: [("EMAIL_OTP", "old@example.test")]),
            ValidateAnswer(
                "two email authenticators", "wrong_address",
                codeSentTo: [("EMAIL_OTP", SampleUser.email), ("EMAIL_OTP", "eve@example.test")]),
            ValidateAnswer("no email authenticator any more", "wrong_address", codeSentTo: [("PASSKEY", nil)]),
            ValidateAnswer("an email authenticator without address", "wrong_address", codeSentTo: [("EMAIL_OTP", nil)]),
            ValidateAnswer("a masked address", "wrong_address", codeSentTo: [("EMAIL_OTP", "a**@example.test")]),
            ValidateAnswer(
                "the address at another kind of authenticator", "wrong_address",
                codeSentTo: [("EMAIL_MAGIC_LINK", SampleUser.email)]),
        ]
        + ["ALLOW", "BLOCK", "CHALLENGE_REQUIRED", "CHALLENGE_FAILED", "REVIEW_REQUIRED", "REVIEW_SUCCEEDED", "later"]
        .map { state in
            ValidateAnswer("isValid with state \(state)", "not_succeeded", API.validated(["state": .some(state)]))
        }

    @Test("tells right from wrong answers", arguments: right + wrong)
    func rightAndWrongAnswers(_ example: ValidateAnswer) throws {
        let deployment = try deployment(example.answer)
        let challenge = try deployment.create()
        deployment.transport.forgetCalls()
        if let authenticators = example.authenticators { deployment.transport.on(API.authenticators, authenticators) }
        deployment.keepSecret("old@example.test")
        try expect(deployment.verify(challenge, API.resultToken), equals: example.verdict)
        let expected = [API.validate] + (example.authenticators == nil ? [] : [API.authenticators])
        #expect(deployment.transport.names == expected)
    }

    @Test("validate is asked about the token, the user and the action")
    func validateNamesTokenUserAndAction() throws {
        let deployment = try deployment(API.validated())
        _ = try deployment.verify(try deployment.create(), API.resultToken)
        #expect(
            deployment.transport.calls.last?.body
                == #"{"token":"\#(API.resultToken)","userId":"\#(SampleUser.sub)","action":"cognitoAuth"}"#)
    }

    @Test("look-alikes of an address by Unicode's rules are other mailboxes")
    func lookAlikeAddressIsAnotherMailbox() throws {
        let deployment = try deployment(API.validated(["verificationMethod": "EMAIL_OTP"]))
        let challenge = try deployment.create()
        deployment.transport.on(API.authenticators, API.list([("EMAIL_OTP", "\u{212A}ate@example.test")]))
        let event = EventBuilder.verify(challenge, API.resultToken).attribute("email", "kate@example.test")
        try expect(deployment.verify(event), equals: "wrong_address")
    }

    @Test("with a separate passkey action, this product judges the answer's action and not Authsignal")
    func separatePasskeyActionIsJudgedHere() throws {
        for (method, action, verdict) in [
            ("PASSKEY", "passkeySignIn", "right PASSKEY"), ("PASSKEY", "cognitoAuth", "right PASSKEY"),
            ("PASSKEY", "stepUp", "wrong_action"), ("EMAIL_OTP", "passkeySignIn", "wrong_action"),
        ] {
            let answer = API.validated(["verificationMethod": .some(method), "action": .some(action)])
            let deployment = try deployment(answer, ["AUTHSIGNAL_PASSKEY_ACTION": "passkeySignIn"])
            try expect(deployment.verify(deployment.create(), API.resultToken), equals: verdict)
            #expect(
                deployment.transport.calls.last?.body
                    == #"{"token":"\#(API.resultToken)","userId":"\#(SampleUser.sub)"}"#)
        }
    }

    private func deployment(_ answer: ScriptedTransport.Answer, _ settings: [String: String] = [:]) throws
        -> TestDeployment
    {
        let deployment = try TestDeployment.authsignal(settings)
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, answer)
        return deployment
    }
}

@Suite("Binding of a proof to its round in authsignal mode")
struct AuthsignalRoundTests {
    static let earlierKey = "11111111-b5d3-4baf-a4ab-4b812dde97a0"
    static let action = "GET \(API.user)/actions/cognitoAuth/\(earlierKey)"

    struct AuthsignalProof: Sendable, CustomTestStringConvertible {
        let round: Int
        var method = "PASSKEY"
        /// When validate says the proof was made; the test's clock stands at 08:00:00.
        let time: String?
        /// The answer to the look-up of the action; nil if none is expected.
        var action: ScriptedTransport.Answer?
        let verdict: String
        var settings: [String: String] = [:]

        var testDescription: String { "\(method), round \(round), \(time ?? "no time"): \(verdict)" }
    }

    static func updated(_ time: String) -> ScriptedTransport.Answer {
        .ok(#"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2027-01-15T07:00:00Z","stateUpdatedAt":"\#(time)"}"#)
    }

    static let age = ["ROUND_BINDING": "age"]

    @Test(
        "a proof made with another key",
        arguments: [
            AuthsignalProof(round: 1, time: "2027-01-15T08:00:00.000Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T07:55:00Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T09:55:00+02:00", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T07:54:59.999Z", verdict: "too_old"),
            AuthsignalProof(round: 1, time: "2027-01-15T08:01:00Z", verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: "2027-01-15T08:01:01Z", verdict: "too_old"),
            AuthsignalProof(round: 2, time: "2027-01-15T08:00:00Z", verdict: "other_round"),
            AuthsignalProof(round: 1, method: "EMAIL_OTP", time: "2027-01-15T08:00:00Z", verdict: "other_round"),
            // If the answer has no time, the action is looked up; if the action has none either, the proof is too old.
            AuthsignalProof(round: 1, time: nil, action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY"),
            AuthsignalProof(
                round: 1, time: "yesterday", action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY"),
            AuthsignalProof(round: 1, time: nil, action: updated("2027-01-15T07:00:00Z"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: updated("soon"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: .ok("{}"), verdict: "too_old"),
            AuthsignalProof(round: 1, time: nil, action: API.error(404, "not_found"), verdict: "too_old"),
            AuthsignalProof(round: 2, time: "2027-01-15T07:59:00Z", verdict: "right PASSKEY", settings: age),
            AuthsignalProof(
                round: 2, time: nil, action: updated("2027-01-15T07:59:00Z"), verdict: "right PASSKEY", settings: age),
            AuthsignalProof(round: 2, time: "2027-01-15T07:00:00Z", verdict: "too_old", settings: age),
        ])
    func proofWithAnotherKey(_ example: AuthsignalProof) throws {
        let deployment = try TestDeployment.authsignal(example.settings)
        deployment.transport.on(API.track, API.tracked())
        let answer: [String: String?] = [
            "verificationMethod": .some(example.method), "idempotencyKey": Self.earlierKey,
            "stateUpdatedAt": example.time,
        ]
        deployment.transport.on(API.validate, API.validated(answer))
        if let action = example.action { deployment.transport.on(Self.action, action) }
        let rows = Rows.parse(String(repeating: "x", count: example.round - 1))
        let challenge = try deployment.create(.create.session(rows))
        deployment.transport.forgetCalls()
        try expect(deployment.verify(challenge, API.resultToken), equals: example.verdict)
        let expected = [API.validate] + (example.action == nil ? [] : [Self.action])
        #expect(deployment.transport.names == expected)
    }

    @Test("a proof without a key belongs to no round, and has no age either")
    func proofWithoutKeyHasNoRoundAndNoAge() throws {
        let recent = "2027-01-15T08:00:00Z"
        for (settings, time, verdict) in [
            ([:], nil, "other_round"), ([:], recent, "other_round"), (Self.age, nil, "too_old"),
        ] as [([String: String], String?, String)] {
            let deployment = try TestDeployment.authsignal(settings)
            deployment.transport.on(API.track, API.tracked())
            deployment.transport.on(API.validate, API.validated(["idempotencyKey": nil, "stateUpdatedAt": time]))
            try expect(deployment.verify(deployment.create(), API.resultToken), equals: verdict)
            #expect(deployment.transport.names.last == API.validate)
        }
    }

    @Test("a proof of the round needs no age")
    func proofOfTheRoundNeedsNoAge() throws {
        let deployment = try TestDeployment.authsignal()
        deployment.transport.on(API.track, API.tracked())
        deployment.transport.on(API.validate, API.validated(["stateUpdatedAt": nil]))
        try expect(deployment.verify(deployment.create(), API.resultToken), equals: "right PASSKEY")
        #expect(deployment.transport.names.last == API.validate)
    }
}

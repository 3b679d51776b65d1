import Authsignal
import HTTP
import Primitives
import TestSupport
import Testing

@Suite("Results of tracking")
struct TrackTests {
    static func track(_ answer: ScriptedAnswer) async throws -> Result<TrackedAction, AuthsignalError> {
        try await CallOutcome.run({ _ in answer }) { client, deadline throws(AuthsignalError) in
            try client.track(
                "cognitoAuth", userID: "u", idempotencyKey: "round-key", email: nil, username: nil, by: deadline)
        }.result
    }

    @Test(
        "every documented member is read, whatever the content type",
        arguments: ["application/json", "text/plain; charset=utf-8", "text/html", nil])
    func documentedMembers(contentType: String?) async throws {
        let text = """
            {"state":"CHALLENGE_REQUIRED","idempotencyKey":"5924a649-b5d3-4baf-a4ab-4b812dde97a04","ruleIds":["1"],
            "url":"https://mfa.authsignal.com/start?token=abc","token":"a.b.c","isEnrolled":true,
            "enrolledVerificationMethods":["EMAIL_OTP","PASSKEY","NEW_ONE"],"defaultVerificationMethod":"PASSKEY",
            "allowedVerificationMethods":["PASSKEY"]}
            """
        let headers = contentType.map { [(name: "Content-Type", value: $0)] } ?? []
        let action = try await Self.track(.answer(headers: headers, body: Array(text.utf8))).get()
        #expect(action.state == ActionState(rawValue: "CHALLENGE_REQUIRED"))
        #expect(action.idempotencyKey == "5924a649-b5d3-4baf-a4ab-4b812dde97a04")
        #expect(action.token == "a.b.c")
        #expect(action.url == "https://mfa.authsignal.com/start?token=abc")
        #expect(action.isEnrolled)
        #expect(action.enrolledMethods == [.emailOTP, .passkey, VerificationMethod(rawValue: "NEW_ONE")])
    }

    static func answer(_ members: String = "", state: String = "ALLOW") -> ScriptedAnswer {
        AuthsignalSample.json(#"{"state":"\#(state)","idempotencyKey":"k","token":"t","isEnrolled":false\#(members)}"#)
    }

    @Test("optional members may be missing or null")
    func optionalMembers() async throws {
        for members in ["", #","url":null,"enrolledVerificationMethods":null"#] {
            let action = try await Self.track(Self.answer(members)).get()
            #expect(action.url == nil)
            #expect(action.enrolledMethods == nil)
            #expect(!action.isEnrolled)
        }
    }

    @Test(
        "an empty list of methods differs from a missing list",
        arguments: [
            ("[]", []), (#"["PASSKEY"]"#, [.passkey]), (#"["PASSKEY",7,null,"EMAIL_OTP"]"#, [.passkey, .emailOTP]),
            ("null", nil), (#""PASSKEY""#, nil), ("{}", nil), ("true", nil),
        ] as [(String, [VerificationMethod]?)])
    func enrolledMethods(written: String, methods: [VerificationMethod]?) async throws {
        let action = try await Self.track(Self.answer(#","enrolledVerificationMethods":\#(written)"#)).get()
        #expect(action.enrolledMethods == methods)
    }

    @Test(
        "only BLOCK and an unfinished or failed review hold a user back",
        arguments: [
            ("ALLOW", false), ("BLOCK", true), ("CHALLENGE_REQUIRED", false), ("CHALLENGE_SUCCEEDED", false),
            ("CHALLENGE_FAILED", false), ("REVIEW_REQUIRED", true), ("REVIEW_FAILED", true),
            ("REVIEW_SUCCEEDED", false),
            ("REVIEW_NEW", true), ("SOMETHING_NEW", false), ("block", false),
        ])
    func heldStates(name: String, isHeld: Bool) async throws {
        let action = try await Self.track(Self.answer(state: name)).get()
        #expect(action.state.rawValue == name)
        #expect(action.state.isHeld == isHeld)
    }

    @Test(
        "an answer without state, key, token or enrolment is unreadable",
        arguments: [
            #"{"idempotencyKey":"k","token":"t","isEnrolled":false}"#,
            #"{"state":"ALLOW","token":"t","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":"k","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":"k","token":"t"}"#,
            #"{"state":null,"idempotencyKey":"k","token":"t","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":"","token":"t","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":7,"token":"t","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":"k","token":"","isEnrolled":false}"#,
            #"{"state":"ALLOW","idempotencyKey":"k","token":"t","isEnrolled":"false"}"#,
            #"{"state":"ALLOW","idempotencyKey":"k","token":"t","isEnrolled":false,"token":"u"}"#, "[]", "null", "{}",
        ])
    func missingMembers(text: String) async throws {
        let result = try await Self.track(AuthsignalSample.json(text))
        #expect(throws: AuthsignalError.unreadable) { try result.get() }
    }
}

import Authsignal
import HTTP
import Primitives
import TestSupport
import Testing

@Suite("Looking up authenticators and actions")
struct LookUpTests {
    static func authenticators(_ text: String) async throws -> Result<[UserAuthenticator], AuthsignalError> {
        try await CallOutcome.run({ _ in AuthsignalSample.json(text) }) { client, deadline throws(AuthsignalError) in
            try client.authenticators(userID: "u", by: deadline)
        }.result
    }

    @Test("authenticators are read with their method and address")
    func authenticatorsAreRead() async throws {
        let found = try await Self.authenticators(
            """
            [{"userId":"u","userAuthenticatorId":"1","verificationMethod":"EMAIL_OTP","createdAt":"2026-11-20T22:51:11Z",
            "verifiedAt":"2026-11-20T22:51:11Z","email":"Ada@Example.com"},
            {"userAuthenticatorId":"2","verificationMethod":"PASSKEY","webauthnCredential":{"credentialId":"c"}},
            {"userAuthenticatorId":"3","verificationMethod":"EMAIL_OTP","email":null},
            {"userAuthenticatorId":"4","verificationMethod":"SOMETHING_NEW","email":7}]
            """
        ).get()
        #expect(found.map(\.method.rawValue) == ["EMAIL_OTP", "PASSKEY", "EMAIL_OTP", "SOMETHING_NEW"])
        #expect(found.map(\.email) == ["Ada@Example.com", nil, nil, nil])
    }

    @Test(
        "an element without a method is not an authenticator",
        arguments: [
            ("[]", 0), ("[{}]", 0), (#"[{"verificationMethod":null}]"#, 0), ("[7,null,[]]", 0),
            (#"[{},{"verificationMethod":"PASSKEY"}]"#, 1),
        ])
    func elementWithoutMethod(text: String, count: Int) async throws {
        #expect(try await Self.authenticators(text).get().count == count)
    }

    @Test(
        "an answer that is not a list is unreadable",
        arguments: ["{}", "null", #""[]""#, "", "[", #"{"authenticators":[]}"#])
    func answerThatIsNotAList(text: String) async throws {
        let result = try await Self.authenticators(text)
        #expect(throws: AuthsignalError.unreadable) { try result.get() }
    }

    @Test(
        "enrolment succeeds with every JSON answer of a 2xx status",
        arguments: [(200, #"{"authenticator":{"userAuthenticatorId":"1"},"recoveryCodes":["a"]}"#), (201, "{}")])
    func enrolmentSucceeds(status: Int, text: String) async throws {
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(text, status: status) }) {
            client, deadline throws(AuthsignalError) in
            try client.enrolEmail("é\"@example.com", userID: "u", by: deadline)
        }
        #expect(throws: Never.self) { try outcome.result.get() }
        #expect(
            outcome.requests.map { String(decoding: $0.body, as: UTF8.self) }
                == [#"{"verificationMethod":"EMAIL_OTP","email":"é\"@example.com"}"#])
    }

    @Test(
        "the time of an action's state is nil if the action or the time is not known",
        arguments: [
            (200, #"{"state":"CHALLENGE_SUCCEEDED","stateUpdatedAt":"2026-11-20T22:51:11.042Z"}"#, 1_795_215_071),
            (200, #"{"state":"CHALLENGE_SUCCEEDED","createdAt":"2026-11-20T22:51:11.042Z"}"#, nil), (200, "{}", nil),
            (200, #"{"stateUpdatedAt":null}"#, nil), (200, #"{"stateUpdatedAt":1795215071}"#, nil),
            (200, #"{"stateUpdatedAt":"yesterday"}"#, nil), (200, "[]", nil),
            (404, #"{"error":"not_found"}"#, nil), (404, "", nil), (404, #"{"message":"Not Found"}"#, nil),
        ] as [(Int, String, Int64?)])
    func timeOfState(status: Int, text: String, time: Int64?) async throws {
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(text, status: status) }) {
            client, deadline throws(AuthsignalError) in
            try client.stateUpdatedAt("a", userID: "u", idempotencyKey: "k", by: deadline)
        }
        #expect(try outcome.result.get() == time)
    }
}

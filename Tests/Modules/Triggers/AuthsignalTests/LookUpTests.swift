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
        try await expect(Self.authenticators(text).get().count, equals: count)
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
        try expect(outcome.result.get(), equals: time)
    }
}

@Suite("Error answers of Authsignal")
struct ErrorAnswerTests {
    static func outcome(_ call: ServerCall, _ answer: ScriptedAnswer) async throws -> CallOutcome<Bool> {
        try await CallOutcome.run({ _ in answer }) { client, deadline throws(AuthsignalError) in
            try call.make(client, by: deadline)
            return true
        }
    }

    static let unauthorized = """
        {"error":"unauthorized","errorCode":"unauthorized","errorDescription":"The request is unauthorized."}
        """

    @Test(
        "a status that means the same for every call gives its error after one request", arguments: ServerCall.allCases,
        [
            (401, unauthorized, .unauthorized), (401, "", .unauthorized), (401, "<html>", .unauthorized),
            (429, #"{"error":"too_many_requests"}"#, .tooManyRequests), (429, "", .tooManyRequests),
            (403, #"{"message":"Forbidden"}"#, .refused(status: 403, code: "no error code")),
            (403, #"{"error":"forbidden"}"#, .refused(status: 403, code: "forbidden")),
            (500, #"{"errorCode":"internal"}"#, .refused(status: 500, code: "internal")),
            (500, #"{"errorCode":"a","error":"b"}"#, .refused(status: 500, code: "a")),
            (500, #"{"errorCode":null,"error":"b"}"#, .refused(status: 500, code: "b")),
            (500, #"{"errorCode":7,"error":[]}"#, .refused(status: 500, code: "no error code")),
            (502, "<html>bad gateway</html>", .refused(status: 502, code: "no error code")),
            (503, "", .refused(status: 503, code: "no error code")),
            (504, #"["error"]"#, .refused(status: 504, code: "no error code")),
            (302, "{}", .refused(status: 302, code: "no error code")),
            (200, "", .unreadable), (200, "<html>login</html>", .unreadable), (200, "{", .unreadable),
            (200, #"{"a":1,"a":1}"#, .unreadable), (204, "", .unreadable), (200, "\u{FEFF}{}", .unreadable),
        ] as [(Int, String, AuthsignalError)])
    func statusForEveryCall(call: ServerCall, answer: (status: Int, text: String, error: AuthsignalError)) async throws
    {
        let outcome = try await Self.outcome(call, AuthsignalSample.json(answer.text, status: answer.status))
        #expect(throws: answer.error) { try outcome.result.get() }
        #expect(outcome.requests.count == 1)
    }

    @Test(
        "statuses by which validate refuses a token are errors for every other call",
        arguments: [ServerCall.track, .authenticators, .enrolEmail],
        [
            (400, #"{"error":"AUTHENTICATOR_NOT_FOUND"}"#, .refused(status: 400, code: "AUTHENTICATOR_NOT_FOUND")),
            (401, #"{"error":"expired_token"}"#, .unauthorized),
            (422, "{}", .refused(status: 422, code: "no error code")),
            (404, #"{"message":"Not Found"}"#, .refused(status: 404, code: "no error code")),
        ] as [(Int, String, AuthsignalError)])
    func tokenRefusalsOfOtherCalls(call: ServerCall, answer: (status: Int, text: String, error: AuthsignalError))
        async throws
    {
        let outcome = try await Self.outcome(call, AuthsignalSample.json(answer.text, status: answer.status))
        #expect(throws: answer.error) { try outcome.result.get() }
    }

    @Test("a redirect is not followed, so that nobody else gets the secret")
    func redirectIsNotFollowed() async throws {
        let answer = ScriptedAnswer.answer(307, headers: [(name: "Location", value: "/elsewhere")])
        let outcome = try await Self.outcome(.track, answer)
        #expect(throws: AuthsignalError.refused(status: 307, code: "no error code")) { try outcome.result.get() }
        #expect(outcome.requests.count == 1)
    }

    @Test(
        "an error's text says what to look at",
        arguments: [
            (.unreachable(.cannotConnect("x")), "Authsignal: cannot connect: x"),
            (
                .unauthorized,
                "Authsignal does not know the API secret: AUTHSIGNAL_SECRET is wrong, or AUTHSIGNAL_URL is another region's"
            ),
            (.tooManyRequests, "Authsignal: too many requests"),
            (.refused(status: 400, code: "a"), "Authsignal refused with status 400, a"),
            (.unreadable, "Authsignal gave an unreadable answer"),
        ] as [(AuthsignalError, String)])
    func errorText(error: AuthsignalError, text: String) {
        #expect(error.description == text)
    }
}

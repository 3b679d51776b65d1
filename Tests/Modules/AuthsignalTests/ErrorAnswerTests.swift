import Authsignal
import HTTP
import TestSupport
import Testing

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

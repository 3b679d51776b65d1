import JSON
import TestSupport
import Testing

/// The real CreateAuthChallenge and VerifyAuthChallenge, with events whose deadline has passed when they come.
@Suite("Events whose deadline has passed")
struct PassedDeadlineTests {
    /// A function that calls Authsignal for each of its events.
    struct Caller: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let event: [UInt8]
        /// What Authsignal answers when it is asked.
        let answer: String
    }

    static let callers = [
        Caller(
            testDescription: "CreateAuthChallenge",
            event: SampleEvent.custom(
                "CreateAuthChallenge_Authentication", #""challengeName":"CUSTOM_CHALLENGE","session":[]"#,
                response: "publicChallengeParameters"),
            answer: #"""
                {"state":"CHALLENGE_REQUIRED","idempotencyKey":"5e0c3b1a-8f27-4d9e-b6a4-1c2d3e4f5a6b","isEnrolled":true,\#
                "token":"a.b.c","url":"https://example.test/","enrolledVerificationMethods":["PASSKEY"]}
                """#),
        Caller(
            testDescription: "VerifyAuthChallenge",
            event: SampleEvent.custom(
                "VerifyAuthChallengeResponse_Authentication",
                #"""
                "challengeAnswer":"a.b.c","privateChallengeParameters":{"step":"RESULT_TOKEN","round":"1",\#
                "key":"5e0c3b1a-8f27-4d9e-b6a4-1c2d3e4f5a6b","subject":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",\#
                "closed":"0"}
                """#, response: "answerCorrect"),
            answer: #"{"isValid":false}"#),
    ]

    @Test("no call is made for such an event, it fails at once, and the next one is healthy", arguments: callers)
    func noCallIsMade(caller: Caller) async throws {
        let (run, calls) = try await onThread {
            let authsignal = try ScriptedServer { _ in
                .answer(headers: [("Content-Type", "application/json")], body: Array(caller.answer.utf8))
            }
            let events = ["r-1", "r-2", "r-3"].map { RuntimeAPIService.Event($0, body: caller.event) }
            let passed = [events[0], events[1].with("Lambda-Runtime-Deadline-Ms", "1"), events[2]]
            let run = try FunctionRun.run(
                RuntimeAPIService(passed), function: caller.testDescription,
                environment: [
                    "TOKEN_MODE": "authsignal", "AUTHSIGNAL_SECRET": "a-secret", "FIRST_ENROLMENT": "client",
                    "AUTHSIGNAL_URL": "http://\(authsignal.endpoint)/v1",
                ])
            return (run, authsignal.requests.count)
        }
        #expect(run.exit == .status(0), "\(run.output)")
        #expect(
            run.answers.map { $0.target.split(separator: "/").suffix(2).joined(separator: "/") }
                == ["r-1/response", "r-2/error", "r-3/response"], "\(run.output)")
        #expect(calls == 2, "one call for each of the other two events")
        let failure = try JSONValue(parsing: try #require(run.answers.dropFirst().first).body)
        #expect(failure["errorMessage"]?.string == "Sign-in is not possible right now")
        #expect(failure["errorType"]?.string == "Function.ServiceUnavailable")
    }
}

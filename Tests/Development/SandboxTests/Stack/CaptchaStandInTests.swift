import JSON
import Sandbox
import SandboxTestSupport
import StandIns
import TestSupport
import Testing

@Suite("The stand-in of a CAPTCHA provider")
struct CaptchaStandInTests {
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    private static func run(_ body: (StackFixture) async throws -> Void) async throws {
        try await StackFixture.run({ $0.flow = .captchaThenEmailOTP }, body)
    }

    /// The widget's answer for the page.
    private static func answer(_ fixture: StackFixture, _ body: String) async throws -> String {
        try #require(try await fixture.http.post("/sandbox/captcha", body).json?["answer"]?.string)
    }

    /// The verdict of siteverify.
    private static func verdict(
        _ fixture: StackFixture, _ answer: String, secret: String = CaptchaStandIn.secret, key: String = ""
    ) async throws -> JSONValue {
        let body = "secret=\(secret)&response=\(answer)" + (key.isEmpty ? "" : "&idempotency_key=\(key)")
        return try #require(try await fixture.http.post("/captcha/siteverify", body, headers: form).json)
    }

    private static func error(_ verdict: JSONValue) -> String? { verdict["error-codes"]?.elements.first?.string }

    @Test("reports the outcome, host, action and time of the widget")
    func verdictReportsOutcome() async throws {
        try await Self.run { (fixture) async throws in
            let passed = try await Self.answer(fixture, #"{"passes":true,"action":"sign-in"}"#)
            let verdict = try await Self.verdict(fixture, passed)
            #expect(verdict["success"]?.bool == true)
            #expect(verdict["hostname"]?.string == "localhost")
            #expect(verdict["action"]?.string == "sign-in")
            #expect(verdict["challenge_ts"]?.string?.hasSuffix("Z") == true)
            #expect(verdict["error-codes"]?.elements.isEmpty == true)
            let failed = try await Self.answer(fixture, #"{"passes":false}"#)
            let refusal = try await Self.verdict(fixture, failed)
            #expect(refusal["success"]?.bool == false)
            #expect(Self.error(refusal) == "invalid-input-response")
        }
    }

    @Test("accepts an answer once, and again only with the same idempotency key")
    func answerIsAcceptedOnce() async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await Self.answer(fixture, #"{"passes":true}"#)
            try await expect(Self.verdict(fixture, answer, key: "a")["success"]?.bool, equals: true)
            try await expect(Self.verdict(fixture, answer, key: "a")["success"]?.bool, equals: true)
            try await expect(Self.error(Self.verdict(fixture, answer, key: "b")), equals: "timeout-or-duplicate")
            try await expect(Self.error(Self.verdict(fixture, answer)), equals: "timeout-or-duplicate")
        }
    }

    @Test("refuses a wrong secret and a made-up answer")
    func refusesWrongSecretAndAnswer() async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await Self.answer(fixture, #"{"passes":true}"#)
            try await expect(Self.error(Self.verdict(fixture, answer, secret: "other")), equals: "invalid-input-secret")
            try await expect(Self.error(Self.verdict(fixture, "mine")), equals: "invalid-input-response")
            try await expect(Self.verdict(fixture, answer)["success"]?.bool, equals: true)
        }
    }

    @Test("refuses pages of other sites, and refuses siteverify to every page")
    func refusesPages() async throws {
        try await Self.run { (fixture) async throws in
            let own = try #require(fixture.url.split(separator: "/").last)
            for (path, origin, status) in [
                ("/captcha/siteverify", "http://\(own)", 403), ("/captcha/siteverify", "http://evil.test", 403),
                ("/sandbox/captcha", "http://evil.test", 403), ("/sandbox/captcha", "http://\(own)", 400),
            ] {
                try await expect(
                    fixture.raw("POST \(path) HTTP/1.1\r\nHost: \(own)\r\nOrigin: \(origin)"), equals: status)
            }
        }
    }

    @Test("must be told whether the user passes", arguments: ["", "{}", #"{"passes":"true"}"#])
    func refusesUnclearOutcome(body: String) async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await fixture.http.post("/sandbox/captcha", body)
            #expect(answer.status == 400)
            #expect(answer.json?["error"]?.string == "passes must be true or false.")
        }
    }
}

import JSON
import Sandbox
import SandboxTestSupport
import StandIns
import Testing

@Suite("The stand-in of a CAPTCHA provider")
struct CaptchaStandInTests {
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    private static func run(_ body: (StackFixture) async throws -> Void) async throws {
        try await StackFixture.run({ $0.flow = .captchaThenEmailOTP }, body)
    }

    /// What the widget gives the page.
    private static func answer(_ fixture: StackFixture, _ body: String) async throws -> String {
        try #require(try await fixture.http.post("/sandbox/captcha", body).json?["answer"]?.string)
    }

    /// What siteverify says.
    private static func verdict(
        _ fixture: StackFixture, _ answer: String, secret: String = CaptchaStandIn.secret, key: String = ""
    ) async throws -> JSONValue {
        let body = "secret=\(secret)&response=\(answer)" + (key.isEmpty ? "" : "&idempotency_key=\(key)")
        return try #require(try await fixture.http.post("/captcha/siteverify", body, headers: form).json)
    }

    private static func error(_ verdict: JSONValue) -> String? { verdict["error-codes"]?.elements.first?.string }

    @Test("says what the widget was told, and where and when")
    func verdict() async throws {
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

    @Test("says it once, and again to whoever asks with the same key")
    func once() async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await Self.answer(fixture, #"{"passes":true}"#)
            #expect(try await Self.verdict(fixture, answer, key: "a")["success"]?.bool == true)
            #expect(try await Self.verdict(fixture, answer, key: "a")["success"]?.bool == true)
            #expect(Self.error(try await Self.verdict(fixture, answer, key: "b")) == "timeout-or-duplicate")
            #expect(Self.error(try await Self.verdict(fixture, answer)) == "timeout-or-duplicate")
        }
    }

    @Test("knows its secret and its own answers")
    func foreign() async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await Self.answer(fixture, #"{"passes":true}"#)
            #expect(Self.error(try await Self.verdict(fixture, answer, secret: "other")) == "invalid-input-secret")
            #expect(Self.error(try await Self.verdict(fixture, "mine")) == "invalid-input-response")
            #expect(try await Self.verdict(fixture, answer)["success"]?.bool == true)
        }
    }

    @Test("is not for pages of other sites, nor siteverify for any page")
    func pages() async throws {
        try await Self.run { (fixture) async throws in
            let own = try #require(fixture.url.split(separator: "/").last)
            for (path, origin, status) in [
                ("/captcha/siteverify", "http://\(own)", 403), ("/captcha/siteverify", "http://evil.test", 403),
                ("/sandbox/captcha", "http://evil.test", 403), ("/sandbox/captcha", "http://\(own)", 400),
            ] {
                #expect(
                    try await fixture.raw("POST \(path) HTTP/1.1\r\nHost: \(own)\r\nOrigin: \(origin)") == status)
            }
        }
    }

    @Test("wants to know whether the person passes", arguments: ["", "{}", #"{"passes":"true"}"#])
    func unclear(body: String) async throws {
        try await Self.run { (fixture) async throws in
            let answer = try await fixture.http.post("/sandbox/captcha", body)
            #expect(answer.status == 400)
            #expect(answer.json?["error"]?.string == "passes must be true or false.")
        }
    }
}

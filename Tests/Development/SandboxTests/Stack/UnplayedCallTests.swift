import JSON
import Sandbox
import SandboxTestSupport
import Testing

@Suite("Calls that only Authsignal answers")
struct UnplayedCallTests {
    @Test(
        "a call that only Authsignal answers is refused, and says what the sandbox does not play",
        arguments: [
            ("GET", "/v1/challenge?token=abc", "the pre-built pages"),
            ("POST", "/v1/client/challenge/sms", "codes by SMS"),
            ("POST", "/v1/client/verify/totp", "authenticator apps"),
            ("POST", "/v1/client/user-authenticators/security-key/registration-options", "security keys"),
            ("POST", "/v1/client/verify/email-magic-link/finalize", "links by email"),
            ("GET", "/v1/client/public/sandbox-tenant/.well-known/jwks", "the published keys of tokens"),
            ("POST", "/v1/challenge", "codes that a server asks for"),
            ("POST", "/v1/sessions/validate", "Authsignal's own sessions"),
            ("GET", "/v1/users?email=ana%40example.test", "searches for users"),
            ("GET", "/v1/users/u1/actions", "lists of actions"),
            (
                "DELETE", "/v1/client/user-authenticators/a1",
                "the removal of authenticators by an app, which Authsignal's API lacks"
            ),
            (
                "PATCH", "/v1/client/user-authenticators/a1",
                "the naming of authenticators by an app, which Authsignal's API lacks"
            ),
        ])
    func unplayedCallsAreRefused(method: String, target: String, purpose: String) async throws {
        try await StackFixture.run({ $0.tokenMode = .authsignal }) { (fixture) async throws in
            let answer = try await fixture.http.send(method, target)
            let path = target.prefix { $0 != "?" }
            #expect(answer.status == 404)
            #expect(answer.json?["error"]?.string == "not_played")
            #expect(answer.json?["errorCode"]?.string == "not_played")
            let words = "The sandbox does not play \(purpose) (\(method) \(path))."
            #expect(answer.json?["errorDescription"]?.string == words)
            #expect(answer.headers["access-control-allow-origin"] == "*")
            #expect(answer.headers["access-control-expose-headers"] == "Retry-After")
            let event = try #require(try await fixture.lastCall())
            #expect(event["outcome"]?.string == "not played" && event["isFailure"]?.bool == true)
            #expect(event["detail"]?["advice"]?.string == words)
        }
    }

    @Test("a path that Authsignal does not have is answered as its gateway does")
    func unknownPathsStayBare() async throws {
        try await StackFixture.run { (fixture) async throws in
            for path in ["/v1/client/nonsense", "/v1/client/challenge/nonsense", "/v1/client/challenge/sms-not/web"] {
                let answer = try await fixture.http.post(path, "{}")
                #expect(answer.status == 404)
                #expect(answer.text == #"{"message":"Not Found"}"#, "\(path)")
            }
        }
    }
}

import Authsignal
import Foundation
import HTTP
import JSON
import Primitives
import TestSupport
import Testing

@Suite("Requests to Authsignal")
struct AuthsignalRequestTests {
    struct ExpectedRequest: Sendable {
        let call: ServerCall
        let method: String
        let target: String
        let body: String
    }

    static let expected = [
        ExpectedRequest(
            call: .track, method: "POST", target: "/v1/users/user/actions/cognitoAuth",
            body: #"{"idempotencyKey":"round-key"}"#),
        ExpectedRequest(
            call: .validate, method: "POST", target: "/v1/validate",
            body: #"{"token":"token","userId":"user","action":"cognitoAuth"}"#),
        ExpectedRequest(
            call: .stateUpdatedAt, method: "GET", target: "/v1/users/user/actions/cognitoAuth/key", body: ""),
        ExpectedRequest(call: .authenticators, method: "GET", target: "/v1/users/user/authenticators", body: ""),
        ExpectedRequest(
            call: .enrolEmail, method: "POST", target: "/v1/users/user/authenticators",
            body: #"{"verificationMethod":"EMAIL_OTP","email":"ada@example.com"}"#),
    ]

    @Test("every call sends its method, target, headers and content, byte for byte", arguments: expected)
    func requestOfEachCall(expected: ExpectedRequest) async throws {
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(expected.call.success) }) {
            client, deadline throws(AuthsignalError) in try expected.call.make(client, by: deadline)
        }
        #expect(throws: Never.self) { try outcome.result.get() }
        let request = try #require(outcome.requests.first)
        #expect(outcome.requests.count == 1)
        #expect(request.method == expected.method)
        #expect(request.target == expected.target)
        #expect(String(decoding: request.body, as: UTF8.self) == expected.body)
        #expect(request.headers("Authorization") == ["Basic c2tfZXhhbXBsZSsvc2VjcmV0PT06"])
        #expect(request.headers("Accept") == ["application/json"])
        #expect(request.headers("Content-Type") == ["application/json"])
        #expect(request.headers("User-Agent") == ["cognito-passkeys/1"])
        #expect(request.header("Expect") == nil)
    }

    @Test(
        "unknown facts about the user are left out",
        arguments: [
            (nil, nil, ""), ("ada@example.com", nil, #","email":"ada@example.com""#),
            (nil, "ada", #","username":"ada""#), ("a@b", "ada", #","email":"a@b","username":"ada""#),
        ] as [(String?, String?, String)])
    func trackLeavesOutUnknownFacts(email: String?, username: String?, body: String) async throws {
        let whole = #"{"idempotencyKey":"round-key"\#(body)}"#
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(ServerCall.track.success) }) {
            client, deadline throws(AuthsignalError) in
            try client.track(
                "signIn", userID: "u", idempotencyKey: "round-key", email: email, username: username, by: deadline)
        }
        #expect(outcome.requests.map { String(decoding: $0.body, as: UTF8.self) } == [whole])
        #expect(outcome.requests.map(\.target) == ["/v1/users/u/actions/signIn"])
    }

    @Test("validate without an action sends none, and hostile text stays inside its string")
    func validateWithoutAction() async throws {
        let token = #"a.b.c","userId":"other"# + "\n\u{1}é😀\\"
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(ServerCall.validate.success) }) {
            client, deadline throws(AuthsignalError) in
            try client.validate(token, userID: "u", action: nil, by: deadline)
        }
        let body = try JSONValue(parsing: try #require(outcome.requests.first).body)
        #expect(body.members.map(\.name) == ["token", "userId"])
        #expect(body["token"]?.string == token)
        #expect(body["userId"]?.string == "u")
    }

    @Test(
        "a user id is one segment of the path, whatever it contains", arguments: [ServerCall.track, .authenticators],
        [
            ("a/b?c#d%20", "a%2Fb%3Fc%23d%2520"), ("..", "%2E%2E"), (".", "%2E"), ("../../admin", "..%2F..%2Fadmin"),
            ("é", "%C3%A9"), ("😀", "%F0%9F%98%80"), ("a b", "a%20b"), ("a\r\nX-A: b", "a%0D%0AX-A%3A%20b"),
            ("a\0b", "a%00b"), ("a\\b", "a%5Cb"), ("a;b=c&d", "a%3Bb%3Dc%26d"), ("a+b@c", "a%2Bb%40c"),
            ("~-_.x", "~-_.x"),
        ])
    func userIDIsOneSegment(call: ServerCall, id: (raw: String, encoded: String)) async throws {
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json(call.success) }) {
            client, deadline throws(AuthsignalError) in try call.make(client, userID: id.raw, by: deadline)
        }
        let rest = call == .track ? "actions/cognitoAuth" : "authenticators"
        #expect(outcome.requests.map(\.target) == ["/v1/users/\(id.encoded)/\(rest)"])
    }

    @Test("an action and an idempotency key are one segment of the path each")
    func actionAndKeyAreOneSegment() async throws {
        let outcome = try await CallOutcome.run({ _ in AuthsignalSample.json("{}") }) {
            client, deadline throws(AuthsignalError) in
            try client.stateUpdatedAt("a/b", userID: "..", idempotencyKey: "c?d#e", by: deadline)
        }
        #expect(outcome.requests.map(\.target) == ["/v1/users/%2E%2E/actions/a%2Fb/c%3Fd%23e"])
    }

    @Test(
        "the base URL's path is used, with or without slashes at its end",
        arguments: [("/v1", "/v1"), ("/v1/", "/v1"), ("/v1//", "/v1"), ("", ""), ("/", ""), ("/a/v1/", "/a/v1")])
    func pathOfBaseURL(path: String, prefix: String) async throws {
        let outcome = try await CallOutcome.run(path: path, { _ in AuthsignalSample.json("[]") }) {
            client, deadline throws(AuthsignalError) in try client.authenticators(userID: "u", by: deadline)
        }
        #expect(outcome.requests.map(\.target) == ["\(prefix)/users/u/authenticators"])
    }

    @Test(
        "the secret is the user name of HTTP Basic, and the password is empty",
        arguments: ["", "a", "ab", "abc", "abcd", "sk_????>>>>", "ключ", String(repeating: "x", count: 200)])
    func basicAuthentication(secret: String) async throws {
        let requests = try await onThread {
            let server = try ScriptedServer { _ in AuthsignalSample.json("[]") }
            let client = try AuthsignalSample.client("http://\(server.endpoint)", secret: secret)
            _ = try client.authenticators(userID: "u", by: AuthsignalSample.deadline(in: 60_000))
            return server.requests
        }
        let expected = "Basic " + Data("\(secret):".utf8).base64EncodedString()
        #expect(requests.map { $0.headers("Authorization") } == [[expected]])
    }
}

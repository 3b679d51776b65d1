import Foundation
import JSON
import RuntimeAPIHost
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's control API and page")
struct ControlTests {
    @Test("shows the settings")
    func showsSettings() async throws {
        try await StackFixture.run { (fixture) async throws in
            let json = try #require(try await fixture.http.get("/sandbox/settings").json)
            let expected = [
                "tokenMode": "signed", "firstEnrolment": "server", "flow": "RESULT_TOKEN", "stateTable": "on",
                "audit": "digest",
                "clientId": StackSettings.clientID, "userPoolId": "eu-west-1_Sandbox01", "region": "eu-west-1",
                "tenantId": "eu-west-1_Sandbox01", "relyingPartyId": "localhost", "url": fixture.url,
                "userPoolIssuer": "\(fixture.url)/eu-west-1_Sandbox01",
            ]
            for (name, value) in expected { #expect(json[name]?.string == value, "\(name)") }
            #expect(json["tokenModes"]?.elements.map(\.string) == ["signed", "authsignal", "oidc"])
            #expect(json["firstEnrolments"]?.elements.map(\.string) == ["server", "client", "deny"])
            #expect(fixture.url.hasPrefix("http://localhost:"))
        }
    }

    private static let invalid = [
        (#"{"tokenMode":"none"}"#, "tokenMode: must be one of signed, authsignal, oidc"),
        (#"{"firstEnrolment":true}"#, "firstEnrolment: must be one of server, client, deny"),
        (
            #"{"flow":"X"}"#,
            "flow: must be one of RESULT_TOKEN, EMAIL_OTP, PASSWORD,RESULT_TOKEN, PASSWORD,EMAIL_OTP, "
                + "CAPTCHA,RESULT_TOKEN, CAPTCHA,EMAIL_OTP, PASSWORD,CAPTCHA,RESULT_TOKEN, "
                + "PASSWORD,CAPTCHA,EMAIL_OTP"
        ),
        (#"{"stateTable":true}"#, "stateTable: must be one of on, off"),
        (#"{"audit":"all"}"#, "audit: must be one of off, digest, subject"),
        (#"{"lifetimes":60}"#, "lifetimes: must be a JSON object"),
        (
            #"{"lifetimes":{"MAX_AGE":60}}"#,
            "lifetimes: MAX_AGE is none of TOKEN_LIFETIME, MAX_PROOF_AGE, OTP_LIFETIME, MAX_SIGN_IN_AGE, "
                + "CAPTCHA_MAX_AGE"
        ),
        (
            #"{"lifetimes":{"TOKEN_LIFETIME":"60"}}"#,
            "TOKEN_LIFETIME: must be whole seconds, or null for the function's default"
        ),
        (
            #"{"lifetimes":{"TOKEN_LIFETIME":59}}"#,
            "CreateAuthChallenge: TOKEN_LIFETIME is not set correctly: docs/configuration.md has what it may be"
        ),
        (#"{"clientId":"x"}"#, "clientId: there is no such setting to change"),
        ("[]", "settings: must be a JSON object"),
    ]

    @Test("refuses invalid settings")
    func refusesInvalidSettings() async throws {
        try await StackFixture.run { (fixture) async throws in
            for (body, error) in Self.invalid {
                let answer = try await fixture.put(body, to: "/sandbox/settings")
                #expect(answer.status == 400)
                #expect(answer.json?["error"]?.string == error)
            }
            let settings = try #require(try await fixture.http.get("/sandbox/settings").json)
            #expect(settings["tokenMode"]?.string == "signed")
            #expect(settings["lifetimes"]?["TOKEN_LIFETIME"]?.kind == .null)
            try await fixture.signUp("ana@example.test")
        }
    }

    @Test("changes a lifetime of the functions and takes it back")
    func changesLifetime() async throws {
        try await StackFixture.run { (fixture) async throws in
            for (value, seconds) in [("61", Int64(61)), ("null", nil)] {
                let answer = try await fixture.put(
                    #"{"lifetimes":{"TOKEN_LIFETIME":\#(value)}}"#, to: "/sandbox/settings")
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.json?["lifetimes"]?["TOKEN_LIFETIME"]?.integer == seconds)
                #expect(answer.json?["lifetimes"]?.members.count == 5)
            }
        }
    }

    @Test("shows calls and triggers, offers a trigger's event as a sample, and clears the events")
    func showsAndClearsEvents() async throws {
        try await StackFixture.run { (fixture) async throws in
            try await fixture.signUp("ana@example.test")
            let events = try await fixture.events()
            #expect(events.map { $0["kind"]?.string } == ["trigger", "call"])
            #expect(events.map { $0["title"]?.string } == ["PreSignUp", "SignUp"])
            #expect(events.map { $0["outcome"]?.string } == ["confirm", "ok"])
            #expect(events.first?["detail"]?["hasSample"]?.bool == true)
            let sample = try await fixture.http.get("/sandbox/events/1/sample")
            #expect(sample.headers["content-disposition"] == #"attachment; filename="PreSignUp-1.json""#)
            #expect(sample.json?["triggerSource"]?.string == "PreSignUp_SignUp")
            #expect(sample.text.contains("\n  \"version\": \"1\",\n"))
            try await expect(fixture.http.get("/sandbox/events/2/sample").status, equals: 404)
            try await expect(fixture.http.send("DELETE", "/sandbox/events").json?["last"]?.integer, equals: 2)
            try await expect(fixture.http.get("/sandbox/events?after=x").status, equals: 400)
            async let next = fixture.events(after: 2)
            try await fixture.signUp("bo@example.test")
            try await expect(next.first?["number"]?.integer, equals: 3)
        }
    }

    @Test("refuses pages of other sites")
    func refusesOtherSites() async throws {
        try await StackFixture.run { (fixture) async throws in
            let port = try #require(fixture.url.split(separator: ":").last)
            try await expect(fixture.raw("GET / HTTP/1.1\r\nHost: localhost:\(port)"), equals: 200)
            for host in ["localhost:\(port)", "127.0.0.1:\(port)"] {
                for path in ["/index.html", "/sandbox/settings"] {
                    try await expect(fixture.raw("GET \(path) HTTP/1.1\r\nHost: \(host)"), equals: 200)
                    let own = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)"
                    try await expect(fixture.raw(own), equals: 200)
                }
            }
            for host in ["evil.test", "localhost.evil.test:\(port)", "evil.test:\(port)"] {
                for path in ["/", "/index.html", "/sandbox/settings", "/sandbox/mails", "/sandbox/audit"] {
                    try await expect(fixture.raw("GET \(path) HTTP/1.1\r\nHost: \(host)"), equals: 403)
                }
            }
            for origin in ["http://evil.test", "null", "http://localhost:1", "https://localhost:\(port)"] {
                let request = "GET /sandbox/settings HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: \(origin)"
                try await expect(fixture.raw(request), equals: 403)
            }
            try await expect(fixture.raw("GET / HTTP/1.1\r\nX-Host: localhost"), equals: 403)
        }
    }

    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Sources/Development/Sandbox/Page").standardizedFileURL

    @Test("serves the page's files with their types, and nothing else")
    func servesPageFiles() async throws {
        try await StackFixture.run { (fixture) async throws in
            // Passkeys need a domain name, so the IP address redirects to one.
            try await expect(fixture.raw("GET / HTTP/1.1\r\nHost: 127.0.0.1:80"), equals: 307)
            let index = try await LoopbackClient(base: fixture.url).get("/")
            #expect(index.status == 200)
            #expect(index.headers["content-type"] == "text/html; charset=utf-8")
            #expect(index.headers["cache-control"] == "no-cache")
            try expect(#require(index.headers["content-security-policy"])) { $0.contains("default-src 'self'") }
            try await expect(fixture.http.get("/index.html").body, equals: index.body)
            for name in try FileManager.default.contentsOfDirectory(atPath: Self.page.path) {
                let content = [UInt8](try Data(contentsOf: Self.page.appending(path: name)))
                try await expect(fixture.http.get("/" + name).body, equals: content, "\(name)")
            }
            for path in ["/../Package.swift", "/%2e%2e/Package.swift", "/..%2fetc%2fpasswd", "//etc/passwd", "/x"] {
                try await expect(fixture.raw("GET \(path) HTTP/1.1\r\nHost: localhost"), equals: 404, "\(path)")
            }
            try await expect(fixture.http.send("PUT", "/index.html").status, equals: 405)
        }
    }

    @Test("a taken port and a missing function prevent the start with different errors")
    func takenPortAndMissingFunctionPreventStart() async throws {
        try await StackFixture.run { (fixture) async throws in
            let port = try #require(fixture.url.split(separator: ":").last.flatMap { UInt16($0) })
            await #expect(throws: SandboxError.portTaken(port)) {
                try await StackFixture.run({ $0.port = port }) { _ in }
            }
        }
        await #expect(throws: SandboxError.function(.missing(function: "DefineAuthChallenge", folder: "/dev/null"))) {
            try await StackFixture.run({ $0.bootstraps = "/dev/null" }) { _ in }
        }
        await #expect(throws: SandboxError.function(.missing(function: "PreSignUp", folder: "/dev/null"))) {
            try await StackFixture.run({ $0.replacedBootstraps["PreSignUp"] = "/dev/null" }) { _ in }
        }
    }
}

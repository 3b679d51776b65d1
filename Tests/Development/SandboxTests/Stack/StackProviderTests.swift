import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import Testing

@Suite("The sandbox's OpenID provider")
struct StackProviderTests {
    @Test("lets only pages of the configured origins call it and read its answers")
    func onlyConfiguredOriginsReadAnswers() async throws {
        let calls = [
            ("GET", "/.well-known/openid-configuration", 200), ("GET", "/.well-known/jwks.json", 200),
            ("POST", "/passkey/register", 400), ("POST", "/passkey/challenge", 400), ("POST", "/oauth/token", 400),
            ("GET", "/me/v1/authentication-methods", 401), ("POST", "/me/v1/authentication-methods", 401),
            ("PATCH", "/me/v1/authentication-methods/passkey%7CAA", 401),
            ("DELETE", "/me/v1/authentication-methods/passkey%7CAA", 401),
        ]
        try await StackFixture.run({
            $0.tokenMode = .oidc
            $0.origins = ["http://localhost:5173"]
        }) { (sandbox) async throws in
            for (origin, allowed) in [
                ("http://localhost:5173", "http://localhost:5173"), (sandbox.url, sandbox.url),
                ("http://localhost:5174", nil), ("null", nil),
            ] {
                for (method, path, status) in calls {
                    let preflight = try await sandbox.http.send("OPTIONS", path, headers: ["Origin": origin])
                    #expect(preflight.status == 200)
                    #expect(preflight.headers["access-control-allow-origin"] == allowed)
                    let methods = preflight.headers["access-control-allow-methods"]?.components(separatedBy: ", ")
                    #expect(methods?.contains(method) == (allowed == nil ? nil : true))
                    let fields = preflight.headers["access-control-allow-headers"]
                    #expect(fields == (allowed == nil ? nil : "auth0-client, authorization, content-type"))
                    let answer = try await sandbox.http.send(method, path, headers: ["Origin": origin])
                    #expect(answer.status == status, "\(method) \(path)")
                    #expect(answer.headers["access-control-allow-origin"] == allowed)
                }
            }
            // The app does not make preflight requests itself, so they are not in the timeline.
            let titles = try await sandbox.events().compactMap { $0["title"]?.string }
            #expect(!titles.contains { $0.hasPrefix("OPTIONS") })
        }
    }

    @Test("the timeline shows its calls without their tokens and sessions")
    func timelineHidesTokens() async throws {
        try await StackFixture.run({ $0.tokenMode = .oidc }) { (fixture) async throws in
            var device = SoftwareAuthenticator(origin: fixture.url)
            let app = #""client_id":"\#(StackSettings.providerClientID)""#
            let begun = try #require(
                try await fixture.http.post(
                    "/passkey/register", #"{\#(app),"user_profile":{"email":"ana@example.test"}}"#
                ).json)
            let session = try #require(begun["auth_session"]?.string)
            let credential = try device.create(#require(begun["authn_params_public_key"]))
            let tokens = try #require(
                try await fixture.http.post(
                    "/oauth/token",
                    #"{\#(app),"grant_type":"urn:okta:params:oauth:grant-type:webauthn","scope":"openid","#
                        + #""auth_session":"\#(session)","#
                        + #""authn_response":\#(String(decoding: credential, as: UTF8.self))}"#
                ).json)
            let refused = try await fixture.http.post(
                "/me/v1/authentication-methods", #"{"type":"passkey"}"#,
                headers: ["Authorization": "Bearer " + (tokens["access_token"]?.string ?? "")])
            #expect(refused.status == 401)
            let events = try await fixture.events().filter { $0["kind"]?.string == "authenticator" }
            #expect(
                events.map { $0["title"]?.string } == [
                    "POST /passkey/register", "POST /oauth/token", "POST /me/v1/authentication-methods",
                ])
            #expect(events.map { $0["outcome"]?.string } == ["ok", "tokens", "invalid_token"])
            #expect(events.map { $0["isFailure"]?.bool } == [false, false, true])
            let secrets = [session, try #require(tokens["id_token"]?.string), tokens["access_token"]?.string ?? ""]
            for event in events {
                let text = String(decoding: event.bytes, as: UTF8.self)
                for secret in secrets { #expect(!text.contains(secret)) }
            }
        }
    }
}

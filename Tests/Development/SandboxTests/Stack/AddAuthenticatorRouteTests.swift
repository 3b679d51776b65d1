import Foundation
import JOSE
import JSON
import Primitives
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's function URL of AddAuthenticator")
struct AddAuthenticatorRouteTests {
    private static let path = "/add-authenticator"

    /// Signs up and signs in with a code; returns the access token.
    private static func signIn(_ sandbox: StackFixture, _ email: String) async throws -> String {
        try await sandbox.signUp(email)
        let challenge = try await sandbox.start(email)
        let proof = try #require(try await sandbox.proveByCode(email, for: challenge)["accessToken"]?.string)
        let answer = try await sandbox.answer(proof, to: challenge)
        return try #require(answer["AuthenticationResult"]?["AccessToken"]?.string)
    }

    private static func claims(_ token: String) throws -> JSONValue {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        let payload = String(try #require(segments.dropFirst().first))
        return try JSONValue(parsing: #require(Base64URL.decode(payload)))
    }

    @Test("gives a signed-in user a token for their own account", arguments: StackSettings.TokenMode.allCases)
    func givesSignedInUserToken(mode: StackSettings.TokenMode) async throws {
        try await StackFixture.run {
            $0.tokenMode = mode
        } _: { sandbox in
            guard mode != .oidc else {
                // In oidc mode the issuer itself enrols passkeys.
                try await expect(sandbox.http.post(Self.path, "").status, equals: 404)
                return
            }
            let accessToken = try await Self.signIn(sandbox, "ana@example.test")
            let answer = try await sandbox.http.post(
                Self.path, "{}", headers: ["Authorization": "Bearer \(accessToken)"])
            #expect(answer.status == 200)
            #expect(answer.headers["cache-control"] == "no-store")
            let token = try #require(answer.json?["token"]?.string)
            if mode == .signed {
                // Only the authenticator can open it.
                let header = try #require(Base64URL.decode(String(token.prefix { $0 != "." })))
                try expect(JSONValue(parsing: header)["typ"]?.string, equals: "challenge+jwt")
                #expect(token.split(separator: ".", omittingEmptySubsequences: false).count == 5)
            } else {
                let claims = try Self.claims(token)
                let user = try Self.claims(accessToken)["sub"]?.string
                #expect(user != nil && claims["sub"]?.string == user)
                #expect(claims["scope"]?.string == "add:authenticators")
                #expect(claims["other"]?["actionCode"]?.string == "addAuthenticator")
            }
            let event = try #require(try await sandbox.events().last { $0["title"]?.string == "POST \(Self.path)" })
            #expect(event["kind"]?.string == "authenticator")
            #expect(event["outcome"]?.string == "ok" && event["isFailure"]?.bool == false)
            #expect(!String(decoding: event.bytes, as: UTF8.self).contains(accessToken))
        }
    }

    @Test(
        "takes the tokens of both issuers of the pool",
        arguments: [("ORIGINAL", "/eu-west-1_Sandbox01"), ("UPDATED", "/issuer-cognito-idp/eu-west-1_Sandbox01")])
    func takesTokensOfBothIssuers(issuer: String, path: String) async throws {
        try await StackFixture.run {
            do { try $0.setPool("issuer", to: issuer) } catch { Issue.record(error) }
        } _: { sandbox in
            let accessToken = try await Self.signIn(sandbox, "ana@example.test")
            try expect(Self.claims(accessToken)["iss"]?.string, equals: sandbox.url + path)
            let answer = try await sandbox.http.post(
                Self.path, "{}", headers: ["Authorization": "Bearer \(accessToken)"])
            #expect(answer.status == 200)
            // Clients of the pool find the keys there.
            let keys = try await sandbox.http.get(path + "/.well-known/jwks.json")
            #expect(keys.json?["keys"]?.elements.count == 2)
        }
    }

    @Test("does not exist in a flow without an authenticator")
    func doesNotExistWithoutAuthenticator() async throws {
        try await StackFixture.run {
            $0.flow = .emailOTP
        } _: { sandbox in
            let answer = try await sandbox.http.post(Self.path, "")
            #expect(answer.status == 404)
        }
    }

    @Test("refuses requests without a token or with another method")
    func refusesMissingTokenAndOtherMethod() async throws {
        try await StackFixture.run { sandbox in
            let post = try await sandbox.http.post(Self.path, "")
            let get = try await sandbox.http.get(Self.path)
            #expect(post.status == 401)
            #expect(get.status == 405)
        }
    }

    @Test("lets only pages of the configured origins read its answers")
    func onlyConfiguredOriginsReadAnswers() async throws {
        try await StackFixture.run {
            $0.origins = ["http://localhost:5173"]
        } _: { sandbox in
            for (origin, allowed) in [
                ("http://localhost:5173", "http://localhost:5173"), (sandbox.url, sandbox.url),
                ("http://localhost:5174", nil), ("null", nil),
            ] {
                for method in ["OPTIONS", "POST"] {
                    let answer = try await sandbox.http.send(method, Self.path, headers: ["Origin": origin])
                    #expect(answer.status == (method == "OPTIONS" ? 200 : 401))
                    #expect(answer.headers["access-control-allow-origin"] == allowed)
                }
            }
        }
    }
}

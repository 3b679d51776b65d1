import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The passkeys of an account")
struct MethodsTests {
    private static let path = "me/v1/authentication-methods"
    private static let scopes =
        "openid read:me:authentication_methods update:me:authentication_methods "
        + "delete:me:authentication_methods create:me:authentication_methods"

    /// An account with one passkey: its app, an access token with all scopes, and the passkey's id.
    private static func account() async throws -> (app: App, bearer: String, id: String) {
        let app = try App()
        _ = try await app.signUp()
        let bearer = try await app.accountToken(scope: scopes)
        let id = try #require(try await list(app, bearer).first?["id"]?.string)
        return (app, bearer, id)
    }

    private static func list(_ app: App, _ bearer: String) async throws -> [JSONValue] {
        let answer = try await app.send("GET", path, bearer: bearer)
        #expect(answer.status == 200)
        return answer.json["authentication_methods"]?.elements ?? []
    }

    private static func rename(_ app: App, _ id: String, to name: String, bearer: String?) async throws -> App.Answer {
        try await app.send("PATCH", "\(path)/\(id)", JSONWriter.object { $0.member("name", name) }, bearer: bearer)
    }

    private static func remove(_ app: App, _ id: String, bearer: String?) async throws -> App.Answer {
        try await app.send("DELETE", "\(path)/\(id)", bearer: bearer)
    }

    @Test("have no name until their owner gives one, and list their creation time")
    func newPasskeyHasNoName() async throws {
        let (app, bearer, id) = try await Self.account()
        let passkey = try #require(try await Self.list(app, bearer).first)
        #expect(id.hasPrefix("passkey|") && id.dropFirst(8) == passkey["key_id"]?.string ?? "")
        #expect(passkey["name"] == nil)
        #expect(passkey["created_at"]?.string == "2025-10-09T08:53:20.000Z")
    }

    static let names = [
        ("My phone", "My phone"), ("<b>&\"", "<b>&\""), ("  Füße 🦶\u{1F3FD} ", "Füße 🦶\u{1F3FD}"), ("x", "x"),
        (String(repeating: "é", count: 100), String(repeating: "é", count: 100)),
    ]

    @Test("can be renamed, and the list shows the new name without surrounding white space", arguments: names)
    func passkeyIsRenamed(name: String, kept: String) async throws {
        let (app, bearer, id) = try await Self.account()
        app.clock.advance(60)
        let answer = try await Self.rename(app, id, to: name, bearer: bearer)
        #expect(answer.status == 200)
        #expect(answer["name"] == kept)
        #expect(answer["id"] == id)
        let listed = try await Self.list(app, bearer)
        #expect(listed.map { $0["name"]?.string } == [kept])
        #expect(listed.map { $0["created_at"]?.string } == ["2025-10-09T08:53:20.000Z"])
        // Using the passkey keeps both the passkey and its name.
        try await expect(app.logIn().status, equals: 200)
        try await expect(Self.list(app, bearer).map { $0["name"]?.string }, equals: [kept])
    }

    static let refusedBodies = [
        "", "[]", "{}", #"{"name":null}"#, #"{"name":7}"#, #"{"name":""}"#, #"{"name":"  "}"#, #"{"name":"a\nb"}"#,
        #"{"name":"a\u0000"}"#, #"{"name":"a\u2028b"}"#, #"{"name":"\#(String(repeating: "x", count: 101))"}"#,
    ]

    @Test("keep their name if the new one is invalid", arguments: refusedBodies)
    func invalidNameIsRefused(body: String) async throws {
        let (app, bearer, id) = try await Self.account()
        _ = try await Self.rename(app, id, to: "My phone", bearer: bearer)
        let refused = try await app.send("PATCH", "\(Self.path)/\(id)", Array(body.utf8), bearer: bearer)
        #expect(refused.refusal == "400 invalid_request")
        try await expect(Self.list(app, bearer).map { $0["name"]?.string }, equals: ["My phone"])
    }

    @Test("sign nobody in once they are removed, and can be created again")
    func removedPasskeySignsNobodyIn() async throws {
        let (app, bearer, id) = try await Self.account()
        let answer = try await Self.remove(app, id, bearer: bearer)
        #expect(answer.status == 204)
        #expect(answer.json.isNull)
        try await expect(Self.list(app, bearer)) { $0.isEmpty }
        try await expect(app.logIn().refusal, equals: "403 invalid_grant")
        try await expect(Self.remove(app, id, bearer: bearer).refusal, equals: "404 not_found")
        let begun = try await app.enrol(bearer)
        #expect(begun.options["excludeCredentials"]?.elements.isEmpty == true)
        let made = try await app.finishEnrolment(begun.session, try app.device.create(begun.options), bearer: bearer)
        #expect(made.status == 201)
        try await expect(app.logIn().status, equals: 200)
    }

    @Test("belong to their owner: for other users the id is unknown")
    func otherUsersPasskeyIsUnknown() async throws {
        let (app, ana, id) = try await Self.account()
        app.device = SoftwareAuthenticator(origin: "https://app.example.test")
        _ = try await app.signUp("bo@example.test")
        let bo = try await app.accountToken(scope: Self.scopes)
        for unknown in [id, "passkey|AAAA", "passkey|", "passkey|new", "totp|1", String(id.dropFirst(8))] {
            for answer in [
                try await Self.rename(app, unknown, to: "Mine", bearer: bo),
                try await Self.remove(app, unknown, bearer: bo),
            ] {
                #expect(answer.refusal == "404 not_found")
                #expect(answer["type"] == "https://auth0.com/api-errors/not_found")
                #expect(answer.json["status"]?.integer == 404)
                #expect(answer["detail"] == "The account has no such authentication method.")
            }
        }
        let kept = try await Self.list(app, ana)
        #expect(kept.map { $0["id"]?.string } == [id])
        #expect(kept.map { $0["name"] == nil } == [true])
    }

    @Test("need the documented scope for each call, in a token for the account")
    func everyCallNeedsItsScope() async throws {
        let (app, _, id) = try await Self.account()
        let calls: [(scope: String, call: (String?) async throws -> App.Answer)] = [
            ("update:me:authentication_methods", { try await Self.rename(app, id, to: "Mine", bearer: $0) }),
            ("delete:me:authentication_methods", { try await Self.remove(app, id, bearer: $0) }),
        ]
        for (scope, call) in calls {
            let others = Self.scopes.split(separator: " ").filter { $0 != scope }.joined(separator: " ")
            let refused = try await call(try await app.accountToken(scope: others))
            #expect(refused.refusal == "403 insufficient_scope")
            #expect(refused["detail"]?.contains(scope) == true)
            let elsewhere = try await app.logIn(scope: "openid " + scope)
            #expect(elsewhere["scope"] == "openid")
            for bearer in [elsewhere["access_token"], elsewhere["id_token"], "junk", nil] {
                try await expect(call(bearer).refusal, equals: "401 invalid_token")
            }
        }
        for (scope, call) in calls { try await expect(call(app.accountToken(scope: scope)).status) { $0 < 300 } }
    }

    @Test("have no other paths below theirs", arguments: ["GET", "PUT", "POST", "PATCH", "DELETE"])
    func unknownPathIsNotFound(method: String) async throws {
        let (app, bearer, id) = try await Self.account()
        for path in ["\(Self.path)/\(id)/verify", "\(Self.path)/\(id)/x/y", "me/v1/factors", "me"] {
            try await expect(app.send(method, path, bearer: bearer).refusal, equals: "404 not_found")
        }
    }
}

import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("Refresh tokens and APIs of one's own at the provider")
struct RefreshTests {
    private static let api = "https://api.example.test/"

    private func refresh(
        _ app: App, _ token: String?, clientID: String = App.clientID, scope: String? = nil
    ) async throws -> App.Answer {
        let scope = scope.map { "&scope=" + $0.replacing(" ", with: "+") } ?? ""
        let form = "grant_type=refresh_token&client_id=\(clientID)&refresh_token=\(token ?? "")" + scope
        return try await app.send(
            "POST", "oauth/token", Array(form.utf8), contentType: "application/x-www-form-urlencoded")
    }

    @Test("an app gets a refresh token only with offline_access, and new tokens of the same user for it")
    func offlineAccessGivesRefreshToken() async throws {
        let app = try App()
        let first = try await app.signUp()
        #expect(first["refresh_token"] == nil)
        let used = try await app.logIn(scope: "openid email offline_access")
        #expect(used["scope"] == "openid email offline_access")
        app.clock.advance(86_400)
        for _ in 0..<2 {
            let renewed = try await refresh(app, used["refresh_token"])
            #expect(renewed.status == 200)
            #expect(renewed["refresh_token"] == nil, "it stays the same")
            let claims = try App.claims(renewed["id_token"])
            try expect(claims["sub"]?.string, equals: App.claims(first["id_token"])["sub"]?.string)
            #expect(claims["iat"]?.integer == App.start + 86_400)
        }
        let fewer = try await refresh(app, used["refresh_token"], scope: "email profile")
        #expect(fewer["scope"] == "email" && fewer["id_token"] == nil)
        let json = App.form {
            $0.member("grant_type", "refresh_token")
            $0.member("refresh_token", used["refresh_token"] ?? "")
        }
        try await expect(app.send("POST", "oauth/token", json).status, equals: 200)
    }

    @Test("an unknown, foreign or revoked refresh token is refused")
    func invalidRefreshTokensAreRefused() async throws {
        let app = try App()
        _ = try await app.signUp()
        let token = try await app.logIn(scope: "openid offline_access")["refresh_token"]
        func revoke(_ clientID: String) async throws -> App.Answer {
            let body = #"{"client_id":"\#(clientID)","token":"\#(token ?? "")"}"#
            return try await app.send("POST", "oauth/revoke", Array(body.utf8))
        }
        try await expect(refresh(app, "unknown").refusal, equals: "403 invalid_grant")
        try await expect(refresh(app, token, clientID: "other").refusal, equals: "403 invalid_grant")
        try await expect(refresh(app, "").refusal, equals: "400 invalid_request")
        try await expect(revoke("other").status, equals: 200)
        try await expect(refresh(app, token).status, equals: 200, "another app cannot revoke it")
        try await expect(revoke(App.clientID).status, equals: 200)
        try await expect(refresh(app, token).refusal, equals: "403 invalid_grant")
    }

    @Test("an API of one's own is the audience of the access token, with the scopes that were asked for")
    func ownAPIIsAudience() async throws {
        let app = try App { $0.audiences = [Self.api] }
        _ = try await app.signUp()
        let scope = "openid read:things create:me:authentication_methods offline_access"
        let answer = try await app.logIn(scope: scope, audience: Self.api)
        #expect(answer["scope"] == "openid read:things offline_access")
        let renewed = try await refresh(app, answer["refresh_token"])
        for token in [answer["access_token"], renewed["access_token"]] {
            let claims = try App.claims(token)
            #expect(claims["aud"]?.elements.map(\.string) == [Self.api, App.issuer + "userinfo"])
            #expect(claims["azp"]?.string == App.clientID)
        }
        let plain = try App.claims(try await app.logIn(scope: "read:things", audience: Self.api)["access_token"])
        #expect(plain["aud"]?.string == Self.api)
        try await expect(app.enrol(answer["access_token"]).refusal, equals: "401 invalid_token")
        let session = try await app.challenge()
        let signed = try app.device.sign(session.options)
        let foreign = try await app.token(session.session, signed, audience: "https://other.example.test")
        #expect(foreign.refusal == "403 access_denied")
        try await expect(
            app.token(session.session, signed, audience: Self.api).status, equals: 200, "nothing was used up")
    }

    @Test("a credential in a form is refused, because it is an object")
    func credentialInFormIsRefused() async throws {
        let app = try App()
        _ = try await app.signUp()
        let form = "grant_type=\(App.grant)&client_id=app&auth_session=x&authn_response=%7B%7D"
        let answer = try await app.send(
            "POST", "oauth/token", Array(form.utf8), contentType: "application/x-www-form-urlencoded; charset=utf-8")
        #expect(answer.refusal == "400 invalid_request")
        #expect(answer["error_description"]?.contains("authn_response") == true)
    }
}

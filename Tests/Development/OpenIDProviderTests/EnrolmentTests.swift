import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("Adding a passkey to an account")
struct EnrolmentTests {
    @Test("needs a token for the account, and both passkeys then sign the same user in")
    func addedPasskeySignsSameUserIn() async throws {
        let app = try App()
        _ = try await app.signUp()
        let bearer = try await app.accountToken()
        let begun = try await app.enrol(bearer)
        #expect(begun.status == 202)
        #expect(begun.headers["location"] == App.issuer + "me/v1/authentication-methods/passkey%7Cnew")
        #expect(begun.options["excludeCredentials"]?.elements.count == 1)
        var other = SoftwareAuthenticator(origin: "https://app.example.test")
        let added = try await app.finishEnrolment(begun.session, try other.create(begun.options), bearer: bearer)
        #expect(added.status == 201)
        #expect(added["type"] == "passkey")
        #expect(added["relying_party_id"] == "example.test")
        let reader = try await app.accountToken(scope: "read:me:authentication_methods")
        let listed = try await app.send("GET", "me/v1/authentication-methods", bearer: reader)
        #expect(listed.json["authentication_methods"]?.elements.map { $0["type"]?.string } == ["passkey", "passkey"])
        let refused = try await app.send("GET", "me/v1/authentication-methods", bearer: bearer)
        #expect(refused.refusal == "403 insufficient_scope")
        for device in [app.device, other] {
            app.device = device
            try await expect(app.logIn().status, equals: 200)
        }
    }

    @Test("is refused without the documented scope", arguments: ["openid", "openid read:me:authentication_methods"])
    func missingScopeIsRefused(scope: String) async throws {
        let app = try App()
        _ = try await app.signUp()
        let bearer = try await app.accountToken(scope: scope)
        let refused = try await app.enrol(bearer)
        #expect(refused.refusal == "403 insufficient_scope")
        #expect(refused["detail"]?.contains("create:me:authentication_methods") == true)
        // Nor can the token finish a session that another token has started.
        let begun = try await app.enrol(try await app.accountToken())
        var other = SoftwareAuthenticator(origin: "https://app.example.test")
        let finished = try await app.finishEnrolment(begun.session, try other.create(begun.options), bearer: bearer)
        #expect(finished.refusal == "403 insufficient_scope")
    }

    @Test("is refused with a token for another audience, even if the scope was requested")
    func tokenForOtherAudienceIsRefused() async throws {
        let app = try App()
        _ = try await app.signUp()
        let answer = try await app.logIn(scope: "openid create:me:authentication_methods")
        #expect(answer["scope"] == "openid")
        for bearer in [answer["access_token"], answer["id_token"], "junk", nil] {
            try await expect(app.enrol(bearer).refusal, equals: "401 invalid_token")
        }
        let foreign = try await app.logIn(audience: "https://api.example.test/")
        #expect(foreign.refusal == "403 access_denied")
        #expect(foreign["error_description"] == "Service not found: https://api.example.test/")
    }

    @Test("is refused with an expired token")
    func expiredTokenIsRefused() async throws {
        let app = try App()
        _ = try await app.signUp()
        let bearer = try await app.accountToken()
        app.clock.advance(86_400)
        try await expect(app.enrol(bearer).refusal, equals: "401 invalid_token")
    }

    @Test("accepts only passkeys, and each session only once and for its own user")
    func sessionIsValidOnceForItsUser() async throws {
        let app = try App()
        _ = try await app.signUp()
        let ana = try await app.accountToken()
        try await expect(app.enrol(ana, type: "totp").refusal, equals: "400 invalid_request")
        let begun = try await app.enrol(ana)
        app.device = SoftwareAuthenticator(origin: "https://app.example.test")
        _ = try await app.signUp("bo@example.test")
        let bo = try await app.accountToken()
        var other = SoftwareAuthenticator(origin: "https://app.example.test")
        let credential = try other.create(begun.options)
        try await expect(
            app.finishEnrolment(begun.session, credential, bearer: bo).refusal, equals: "403 invalid_grant")
        try await expect(
            app.finishEnrolment(begun.session, credential, bearer: ana).refusal, equals: "403 invalid_grant")
        let login = try await app.challenge()
        try await expect(
            app.finishEnrolment(login.session, credential, bearer: ana).refusal, equals: "403 invalid_grant")
    }
}

import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The provider of native passkeys")
struct ProviderTests {
    @Test("asks for passkeys as Auth0 documents it")
    func optionsFollowAuth0Documentation() async throws {
        let app = try App()
        let made = try await app.register().options
        #expect(made["rp"]?["id"]?.string == "example.test")
        #expect(made["user"]?["name"]?.string == "ana@example.test")
        #expect(made["pubKeyCredParams"]?.elements.map { $0["alg"]?.integer } == [-8, -7, -257])
        #expect(made["authenticatorSelection"]?["residentKey"]?.string == "required")
        #expect(made["authenticatorSelection"]?["userVerification"]?.string == "preferred")
        let used = try await app.challenge().options
        #expect(used["rpId"]?.string == "example.test")
        #expect(used["userVerification"]?.string == "preferred")
        #expect(used["allowCredentials"]?.elements.isEmpty == true)
    }

    @Test(
        "an identifier that exists is refused, ignoring case", arguments: ["ana@example.test", "ANA@Example.test"])
    func existingIdentifierIsRefused(email: String) async throws {
        let app = try App()
        _ = try await app.signUp()
        let refused = try await app.register(email)
        #expect(refused.refusal == "400 invalid_request")
        #expect(refused["error_description"]?.contains("already exists") == true)
        #expect(refused.json["authn_params_public_key"] == nil)
    }

    @Test("if two users sign up with one identifier at once, the first to finish gets it")
    func firstOfTwoSignUpsWins() async throws {
        let app = try App()
        let (first, second) = (try await app.register(), try await app.register())
        let credentials = (try app.device.create(first.options), try app.device.create(second.options))
        try await expect(app.token(second.session, credentials.1).status, equals: 200)
        try await expect(app.token(first.session, credentials.0).refusal, equals: "400 invalid_request")
    }

    static let profiles = [
        #"{}"#, #"{"email":""}"#, #"{"email":"ana"}"#, #"{"email":7}"#, #"{"email":"a@b","phone_number":"49151"}"#,
        #"{"email":"a@b","name":""}"#, #"{"email":"a@b","nick":"ana"}"#, #"[]"#, #""ana@example.test""#,
        #"{"username":"ana@example.test"}"#, #"{"username":"+49151"}"#, #"{"username":"an a"}"#, #"{"name":"Ana"}"#,
    ]

    @Test("a profile without an identifier or with an invalid or unknown member is refused", arguments: profiles)
    func invalidProfileIsRefused(text: String) async throws {
        let app = try App()
        let body = App.form { $0.member("user_profile", raw: text.utf8) }
        try await expect(app.send("POST", "passkey/register", body).refusal, equals: "400 invalid_request")
    }

    @Test("an unknown app, grant or path is refused")
    func unknownAppGrantOrPathIsRefused() async throws {
        let app = try App()
        let body = Array(#"{"client_id":"foreign","user_profile":{"email":"a@b"}}"#.utf8)
        try await expect(app.send("POST", "passkey/register", body).refusal, equals: "401 invalid_client")
        try await expect(app.send("POST", "passkey/challenge", body).refusal, equals: "401 invalid_client")
        try await expect(app.send("POST", "passkey/challenge", Array("[]".utf8)).refusal, equals: "400 invalid_request")
        try await expect(app.send("GET", "passkey/challenge").refusal, equals: "404 not_found")
        let begun = try await app.register()
        let credential = try app.device.create(begun.options)
        let wrong = try await app.token(begun.session, credential, grant: "password")
        #expect(wrong.refusal == "400 unsupported_grant_type")
        // The refused request did not use up the session.
        try await expect(app.token(begun.session, credential).status, equals: 200)
    }

    @Test("a session is valid once, for its own app and for five minutes")
    func sessionIsValidOnceForItsApp() async throws {
        let app = try App()
        _ = try await app.signUp()
        let used = try await app.challenge()
        let credential = try app.device.sign(used.options)
        try await expect(app.token(used.session, credential).status, equals: 200)
        try await expect(app.token(used.session, credential).refusal, equals: "403 invalid_grant")
        let foreign = try await app.challenge()
        let signed = try app.device.sign(foreign.options)
        try await expect(app.token(foreign.session, signed, clientID: "other").refusal, equals: "403 invalid_grant")
        let late = try await app.challenge()
        app.clock.advance(300)
        try await expect(app.token(late.session, app.device.sign(late.options)).refusal, equals: "403 invalid_grant")
    }

    @Test("a passkey for another session, an unknown passkey, or a new one in a login session is refused")
    func passkeyForOtherSessionIsRefused() async throws {
        let app = try App()
        _ = try await app.signUp()
        let (first, second) = (try await app.challenge(), try await app.challenge())
        try await expect(app.token(first.session, app.device.sign(second.options)).refusal, equals: "403 invalid_grant")
        let stranger = try App()
        _ = try await stranger.signUp()
        let options = try await app.challenge()
        try await expect(
            app.token(options.session, stranger.device.sign(options.options)).refusal, equals: "403 invalid_grant")
        let login = try await app.challenge()
        let registration = try await app.register("bo@example.test")
        let made = try app.device.create(registration.options)
        try await expect(app.token(login.session, made).refusal, equals: "400 invalid_request")
    }
}

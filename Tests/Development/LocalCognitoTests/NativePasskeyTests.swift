import JSON
import LocalCognito
import Primitives
import RuntimeAPIHost
import SandboxTestSupport
import SoftwarePasskey
import Testing
import WebAuthn

@Suite("Passkeys that the pool keeps itself")
struct NativePasskeyTests {
    private static let origin = "https://app.example.test"

    /// A pool whose client allows choice-based sign-in with passkeys of `example.test`.
    private static func run(
        _ change: @Sendable (inout PoolSettings) -> Void = { _ in }, others: [PoolTrigger: any TriggerFunction] = [:],
        _ body: (PoolFixture) async throws -> Void
    ) async throws {
        func settings(_ settings: inout PoolSettings) {
            settings.clients[0].flows.insert(.userAuth)
            settings.firstFactors = [.password, .webAuthn]
            settings.webAuthn = WebAuthnConfiguration(relyingPartyID: "example.test")
            change(&settings)
        }
        try await PoolFixture.run(settings, others: others, body)
    }

    private func access(_ fixture: PoolFixture) async throws -> String {
        try #require(try await fixture.signIn()["AccessToken"]?.string)
    }

    private func body(_ token: String, _ more: String = "") -> String { #"{"AccessToken":"\#(token)"\#(more)}"# }

    private func options(_ fixture: PoolFixture, _ token: String) async throws -> JSONValue {
        let json = try await fixture.client.call("StartWebAuthnRegistration", body(token))
        return try #require(json["CredentialCreationOptions"])
    }

    private func completion(_ token: String, _ credential: [UInt8]) -> String {
        body(token, #","Credential":"# + String(decoding: credential, as: UTF8.self))
    }

    private func register(
        _ fixture: PoolFixture, _ device: inout SoftwareAuthenticator, _ token: String
    ) async throws {
        let credential = try device.create(try await options(fixture, token))
        try await fixture.client.call("CompleteWebAuthnRegistration", completion(token, credential))
    }

    private func challenge(_ fixture: PoolFixture) async throws -> (JSONValue, options: JSONValue) {
        let start = fixture.start(flow: "USER_AUTH", ["PREFERRED_CHALLENGE": "WEB_AUTHN"])
        let challenge = try await fixture.client.call("InitiateAuth", start)
        #expect(challenge["ChallengeName"]?.string == "WEB_AUTHN")
        let text = try #require(challenge["ChallengeParameters"]?["CREDENTIAL_REQUEST_OPTIONS"]?.string)
        return (challenge, try JSONValue(parsing: Array(text.utf8)))
    }

    private func answer(_ fixture: PoolFixture, _ challenge: JSONValue, _ credential: [UInt8]) -> String {
        fixture.answer(
            nil, challenge["Session"]?.string, challenge: "WEB_AUTHN",
            ["CREDENTIAL": String(decoding: credential, as: UTF8.self)])
    }

    @Test("a registered passkey is listed, signs in past the functions, and is deleted")
    func passkeySignsIn() async throws {
        let tokens = ClosureFunction { .reply($0.text) }
        try await Self.run(others: [.preTokenGeneration: tokens]) { (fixture) async throws in
            var device = SoftwareAuthenticator(origin: Self.origin)
            let token = try await access(fixture)
            try await register(fixture, &device, token)
            let list = try await fixture.client.call("ListWebAuthnCredentials", body(token))
            let passkey = try #require(list["Credentials"]?.elements.first)
            #expect(passkey["RelyingPartyId"]?.string == "example.test")
            #expect(passkey["CreatedAt"]?.integer == fixture.now)
            let factors = try await fixture.client.call("GetUserAuthFactors", body(token))
            #expect(factors["ConfiguredUserAuthFactors"]?.elements.compactMap(\.string) == ["WEB_AUTHN"])

            let rounds = fixture.define.events.count
            let (asked, request) = try await challenge(fixture)
            #expect(request["rpId"]?.string == "example.test")
            #expect(request["allowCredentials"]?.elements.first?["id"]?.string == passkey["CredentialId"]?.string)
            let proof = answer(fixture, asked, try device.sign(request))
            let result = try await fixture.client.call("RespondToAuthChallenge", proof)
            #expect(result["AuthenticationResult"]?["IdToken"] != nil)
            #expect(fixture.define.events.count == rounds, "no trigger of custom authentication was asked")
            #expect(tokens.events.last?["triggerSource"]?.string == "TokenGeneration_Authentication")
            let again = try await fixture.client.error("RespondToAuthChallenge", proof)
            #expect(again.message == "Invalid session for the user, session can only be used once.")

            let deletion = body(token, #","CredentialId":"\#(passkey["CredentialId"]?.string ?? "")""#)
            try await fixture.client.call("DeleteWebAuthnCredential", deletion)
            #expect(try await fixture.client.error("DeleteWebAuthnCredential", deletion).code == .resourceNotFound)
            let start = fixture.start(flow: "USER_AUTH", ["PREFERRED_CHALLENGE": "WEB_AUTHN"])
            #expect(try await fixture.client.error("InitiateAuth", start).code == .notAuthorized)
        }
    }

    /// The credential with changed bytes in one member of its response.
    private static func changed(
        _ credential: [UInt8], _ member: String, _ change: (inout [UInt8]) -> Void
    ) throws -> [UInt8] {
        let json = try JSONValue(parsing: credential)
        let response = try #require(json["response"])
        var bytes = try #require(response[member]?.string.flatMap { Base64URL.decode($0) })
        change(&bytes)
        let text = Array(quoted(Base64URL.encode(bytes)).utf8)
        return json.object(replacing: [("response", response.object(replacing: [(member, text)]))])
    }

    @Test("another challenge's signature and a changed one sign nobody in")
    func wrongSignaturesSignNobodyIn() async throws {
        try await Self.run { (fixture) async throws in
            var device = SoftwareAuthenticator(origin: Self.origin)
            try await register(fixture, &device, try await access(fixture))
            let stale = try device.sign(try await challenge(fixture).options)
            let refusal = PoolError(.notAuthorized, "Incorrect username or password.")
            let (first, _) = try await challenge(fixture)
            let old = answer(fixture, first, stale)
            #expect(try await fixture.client.error("RespondToAuthChallenge", old) == refusal)
            let (second, options) = try await challenge(fixture)
            let credential = try Self.changed(try device.sign(options), "signature") { $0[$0.count - 1] ^= 1 }
            let changed = answer(fixture, second, credential)
            #expect(try await fixture.client.error("RespondToAuthChallenge", changed) == refusal)
            let none = answer(fixture, try await challenge(fixture).0, Array("{}".utf8))
            #expect(try await fixture.client.error("RespondToAuthChallenge", none).code == .invalidParameter)
        }
    }

    @Test("a pool without passkeys or without a relying party registers none")
    func registrationNeedsTheSettings() async throws {
        try await Self.run({ $0.firstFactors = [.password] }) { (fixture) async throws in
            let token = try await access(fixture)
            #expect(
                try await fixture.client.error("StartWebAuthnRegistration", body(token)).code == .webAuthnNotEnabled)
        }
        try await Self.run({ $0.webAuthn = nil }) { (fixture) async throws in
            let token = try await access(fixture)
            let missing = try await fixture.client.error("StartWebAuthnRegistration", body(token))
            #expect(missing.code == .webAuthnConfigurationMissing)
            let settings =
                #"{"UserPoolId":"eu-west-1_Sandbox01","WebAuthnConfiguration":"#
                + #"{"RelyingPartyId":"app.example.test","UserVerification":"required"}}"#
            let answer = try await fixture.client.call("SetUserPoolMfaConfig", settings)
            #expect(
                String(decoding: answer.bytes, as: UTF8.self)
                    == #"{"MfaConfiguration":"OFF","WebAuthnConfiguration":{"RelyingPartyId":"app.example.test","#
                    + #""UserVerification":"required"}}"#)
            let options = try await options(fixture, token)
            #expect(options["rp"]?["id"]?.string == "app.example.test")
            #expect(options["authenticatorSelection"]?["userVerification"]?.string == "required")
            #expect(options["pubKeyCredParams"]?.elements.compactMap { $0["alg"]?.integer } == [-7, -257])
        }
    }

    private struct Refusal {
        let title: String
        /// The origin in the client data.
        var origin = NativePasskeyTests.origin
        var relyingParty = "example.test"
        /// How many seconds after the start the passkey arrives.
        var age: Int64 = 0
        let code: PoolError.Code
    }

    private static let refusals = [
        Refusal(title: "foreign origin", origin: "https://evil.test", code: .webAuthnOriginNotAllowed),
        Refusal(
            title: "origin that only ends alike", origin: "https://badexample.test",
            code: .webAuthnOriginNotAllowed),
        Refusal(
            title: "other relying party", relyingParty: "app.example.test",
            code: .webAuthnRelyingPartyMismatch),
        Refusal(title: "too late", age: 300, code: .webAuthnChallengeNotFound),
    ]

    @Test("a passkey of another place or time is not registered")
    func wrongPasskeysAreNotRegistered() async throws {
        try await Self.run { (fixture) async throws in
            let token = try await access(fixture)
            for refusal in Self.refusals {
                var device = SoftwareAuthenticator(origin: Self.origin)
                let options = try await options(fixture, token)
                let rp = Array(#"{"id":"\#(refusal.relyingParty)","name":"x"}"#.utf8)
                let given = try JSONValue(parsing: options.object(replacing: [("rp", rp)]))
                let credential = try Self.changed(try device.create(given), "clientDataJSON") { data in
                    let text = String(decoding: data, as: UTF8.self)
                    data = Array(text.replacing(Self.origin, with: refusal.origin).utf8)
                }
                fixture.wait(seconds: refusal.age)
                let wrong = completion(token, credential)
                let first = try await fixture.client.error("CompleteWebAuthnRegistration", wrong)
                #expect(first.code == refusal.code, "\(refusal.title)")
                let again = try await fixture.client.error("CompleteWebAuthnRegistration", wrong)
                #expect(again.code == .webAuthnChallengeNotFound, "a challenge counts once")
            }
            #expect(await fixture.pool.user(PoolFixture.email)?.passkeys == [])
        }
    }

    @Test("a registration ends where it began: in the same app client")
    func registrationsBelongToTheirClient() async throws {
        @Sendable func another(_ settings: inout PoolSettings) { settings.clients.append(AppClient(id: "web")) }
        try await Self.run(another) { (fixture) async throws in
            let token = try await access(fixture)
            var device = SoftwareAuthenticator(origin: Self.origin)
            let credential = try device.create(try await options(fixture, token))
            let started = try await fixture.client.call("InitiateAuth", fixture.start(client: "web"))
            let session = started["Session"]?.string
            let other = try await fixture.client.call(
                "RespondToAuthChallenge", fixture.answer("open sesame", session, client: "web"))
            let foreign = try #require(other["AuthenticationResult"]?["AccessToken"]?.string)
            let wrong = completion(foreign, credential)
            #expect(
                try await fixture.client.error("CompleteWebAuthnRegistration", wrong).code == .webAuthnClientMismatch)
        }
    }

    @Test("a passkey that is registered cannot be registered again, and an account has twenty at most")
    func registrationsAreLimited() async throws {
        try await Self.run { (fixture) async throws in
            let token = try await access(fixture)
            var device = SoftwareAuthenticator(origin: Self.origin)
            try await register(fixture, &device, token)
            let options = try await options(fixture, token)
            #expect(throws: SoftwarePasskeyError.credentialExcluded) {
                var same = device
                _ = try same.create(options)
            }
            var user = try #require(await fixture.pool.user(PoolFixture.email))
            let passkey = try #require(user.passkeys.first)
            #expect(NativePasskey(state: try JSONValue(parsing: passkey.stateJSON)) == passkey)
            #expect(NativePasskey(state: try JSONValue(parsing: Array("{}".utf8))) == nil)
            user.passkeys = Array(repeating: passkey, count: 19)
            await fixture.pool.store(user)
            var last = SoftwareAuthenticator(origin: Self.origin)
            try await register(fixture, &last, token)
            #expect(try await fixture.client.error("StartWebAuthnRegistration", body(token)).code == .limitExceeded)
            let page = try await fixture.client.call("ListWebAuthnCredentials", body(token, #","MaxResults":15"#))
            let next = body(token, #","MaxResults":15,"NextToken":"\#(page["NextToken"]?.string ?? "")""#)
            let rest = try await fixture.client.call("ListWebAuthnCredentials", next)
            #expect(rest["Credentials"]?.elements.count == 5 && rest["NextToken"] == nil)
        }
    }
}

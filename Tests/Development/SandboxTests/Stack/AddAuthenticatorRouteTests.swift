import JSON
import Primitives
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's function URL of AddAuthenticator")
struct AddAuthenticatorRouteTests {
    private static let path = "/add-authenticator"

    @Test("takes the tokens of a pool with the updated issuer, whose keys clients find there")
    func takesTokensOfTheUpdatedIssuer() async throws {
        try await StackFixture.run {
            do { try $0.setPool("issuer", to: "UPDATED") } catch { Issue.record(error) }
        } _: { sandbox in
            let email = "ana@example.test"
            try await sandbox.signUp(email)
            let challenge = try await sandbox.start(email)
            let proof = try #require(try await sandbox.proveByCode(email, for: challenge)["accessToken"]?.string)
            let tokens = try await sandbox.answer(proof, to: challenge)["AuthenticationResult"]
            let access = try #require(tokens?["AccessToken"]?.string)
            let payload = String(access.split(separator: ".")[1])
            let issuer = try JSONValue(parsing: #require(Base64URL.decode(payload)))["iss"]?.string
            #expect(issuer == sandbox.url + "/issuer-cognito-idp/eu-west-1_Sandbox01")
            let answer = try await sandbox.http.post(Self.path, "{}", headers: ["Authorization": "Bearer \(access)"])
            #expect(answer.status == 200)
            let keys = try await sandbox.http.get("/issuer-cognito-idp/eu-west-1_Sandbox01/.well-known/jwks.json")
            #expect(keys.json?["keys"]?.elements.count == 2)
        }
    }

    @Test("does not exist without an authenticator", arguments: [true, false])
    func doesNotExistWithoutAuthenticator(sendsCodes: Bool) async throws {
        try await StackFixture.run {
            if sendsCodes { $0.flow = .emailOTP } else { $0.tokenMode = .oidc }
        } _: { sandbox in
            try await expect(sandbox.http.post(Self.path, "").status, equals: 404)
        }
    }
}

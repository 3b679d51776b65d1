import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import Testing

/// The requests of Auth0's documents on native passkeys, with exactly their members.
@Suite("The requests of Auth0's native passkeys, as they are documented")
struct DocumentedIssuerRequestTests {
    private static let json = ["Content-Type": "application/json"]
    private static let grant = #""grant_type":"urn:okta:params:oauth:grant-type:webauthn""#
    private static let realm = #","realm":"Username-Password-Authentication""#

    /// A credential with the documented members only.
    private func credential(_ bytes: [UInt8], further: String = "") throws -> String {
        let json = try JSONValue(parsing: bytes)
        func text(_ value: JSONValue?) throws -> String { String(decoding: try #require(value).bytes, as: UTF8.self) }
        let response = try #require(json["response"]).members
            .filter { $0.name != "transports" }.map { #""\#($0.name)":\#(try text($0.value))"# }
        let id = try text(json["id"])
        return #"{"id":\#(id),"rawId":\#(id),"type":"public-key","authenticatorAttachment":"platform","#
            + #""response":{\#(response.joined(separator: ","))}\#(further)}"#
    }

    private func send(
        _ fixture: StackFixture, _ path: String, _ body: String, status: Int = 200, bearer: String? = nil
    ) async throws -> JSONValue {
        let authorization = bearer.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        let answer = try await fixture.http.post(path, body, headers: Self.json.merging(authorization) { $1 })
        try #require(answer.status == status, "\(path) \(body): \(answer.text)")
        return try #require(answer.json)
    }

    @Test("sign up, sign in and add a passkey, with and without the optional members", arguments: [true, false])
    func documentedRequestsPass(hasOptions: Bool) async throws {
        try await StackFixture.run({ $0.tokenMode = .oidc }) { (fixture) async throws in
            var device = SoftwareAuthenticator(origin: fixture.url)
            let client = #""client_id":"\#(StackSettings.providerClientID)""# + (hasOptions ? Self.realm : "")
            let name = hasOptions ? #","name":"Ana""# : ""
            let scopes = "openid offline_access create:me:authentication_methods"
            let asked = hasOptions ? #","scope":"\#(scopes)","audience":"\#(fixture.url)/me/""# : ""

            let begun = try await send(
                fixture, "/passkey/register",
                #"{\#(client),"user_identifier":{"email":"Ana@example.test"\#(name)}}"#)
            let made = try #require(begun["authn_params_public_key"])
            #expect(made["challenge"]?.string != nil && made["timeout"]?.integer != nil)
            #expect(made["rp"]?["id"]?.string == "localhost" && made["rp"]?["name"]?.string != nil)
            #expect(
                made["pubKeyCredParams"]?.elements.map { $0["type"]?.string }
                    == Array(repeating: "public-key", count: 3))
            #expect(made["pubKeyCredParams"]?.elements.map { $0["alg"]?.integer } == [-8, -7, -257])
            #expect(made["authenticatorSelection"]?["residentKey"]?.string == "required")
            #expect(made["authenticatorSelection"]?["userVerification"]?.string == "preferred")
            #expect(made["user"]?["id"]?.string != nil && made["user"]?["name"]?.string == "Ana@example.test")
            #expect(made["user"]?["displayName"]?.string == (hasOptions ? "Ana" : "Ana@example.test"))

            func tokens(_ begun: JSONValue, _ credential: String) async throws -> JSONValue {
                let session = try #require(begun["auth_session"]?.string)
                return try await send(
                    fixture, "/oauth/token",
                    #"{\#(Self.grant)\#(asked),"auth_session":"\#(session)","authn_response":\#(credential)}"#)
            }
            let first = try await tokens(begun, try credential(device.create(made)))
            let login = try await send(fixture, "/passkey/challenge", "{\(client)}")
            let used = try #require(login["authn_params_public_key"])
            #expect(used["challenge"]?.string != nil && used["timeout"]?.integer != nil)
            #expect(used["rpId"]?.string == "localhost" && used["userVerification"]?.string == "preferred")
            let results = hasOptions ? #","clientExtensionResults":{}"# : ""
            let second = try await tokens(login, try credential(device.sign(used), further: results))
            for answer in [first, second] {
                #expect(answer["access_token"]?.string != nil && answer["token_type"]?.string == "Bearer")
                #expect(answer["expires_in"]?.integer == 86_400)
                #expect((answer["id_token"] != nil) == hasOptions && (answer["refresh_token"] != nil) == hasOptions)
            }

            guard hasOptions else { return }
            let bearer = try #require(second["access_token"]?.string)
            let methods = "/me/v1/authentication-methods"
            let enrolment = try await send(fixture, methods, #"{"type":"passkey"}"#, status: 202, bearer: bearer)
            var other = SoftwareAuthenticator(origin: fixture.url)
            let added = try credential(other.create(#require(enrolment["authn_params_public_key"])))
            let session = try #require(enrolment["auth_session"]?.string)
            let method = try await send(
                fixture, methods + "/passkey%7Cnew/verify",
                #"{"auth_session":"\#(session)","authn_response":\#(added)}"#, status: 201, bearer: bearer)
            #expect(method["type"]?.string == "passkey")
        }
    }
}

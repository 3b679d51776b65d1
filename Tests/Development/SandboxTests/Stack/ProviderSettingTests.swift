import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The settings of the sandbox's issuer")
struct ProviderSettingTests {
    @Test(
        "are refused with the choices if they are invalid",
        arguments: [
            ("verification", "email,username", "must be a list of email, phone, separated by commas"),
            ("identifiers", "mail", "must be a list of email, phone_number, username, separated by commas"),
            ("realms", "", "must be a list separated by commas"),
            ("audiences", "a,,b", "must be a list separated by commas"),
            ("color", "red", "there is no such setting"),
        ])
    func invalidSettingsAreRefused(name: String, value: String, fault: String) throws {
        var provider = StackSettings.Provider()
        #expect(throws: SandboxError.invalidSetting(name: "issuer setting \(name)", fault: fault)) {
            try provider.set(name, to: value)
        }
        #expect(provider == StackSettings.Provider())
    }

    @Test("decide what people sign up with, and what they prove")
    func decideSignUp() async throws {
        try await StackFixture.run({ settings in
            settings.tokenMode = .oidc
            for (name, value) in [("identifiers", "phone_number"), ("verification", "phone"), ("realms", "Customers")] {
                do { try settings.provider.set(name, to: value) } catch { Issue.record(error) }
            }
        }) { (fixture) async throws in
            func register(_ member: String, realm: String = "Customers") async throws -> (Int, JSONValue?) {
                let client = #""client_id":"\#(StackSettings.providerClientID)","realm":"\#(realm)""#
                let answer = try await fixture.http.post(
                    "/passkey/register", #"{\#(client),"user_profile":{\#(member)}}"#)
                return (answer.status, answer.json)
            }
            try await expect(register(#""email":"ana@example.test""#).0, equals: 400)
            try await expect(register(#""phone_number":"+4915112345678""#, realm: "Staff").0, equals: 400)
            let (status, begun) = try await register(#""phone_number":"+4915112345678""#)
            #expect(status == 200)
            #expect(begun?["verification_required"]?.elements.map(\.string) == ["phone"])
            let mail = try #require(try await fixture.events().last { $0["kind"]?.string == "mail" })
            #expect(mail["detail"]?["to"]?.string == "+4915112345678")
            #expect(mail["detail"]?["code"]?.string?.count == 6)
        }
    }
}

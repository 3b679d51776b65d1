import Foundation
import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("A pool whose users sign in by an alias")
struct PoolAliasTests {
    private static let address = "ana@example.test"
    private static let name = "ana"

    private static func run(
        _ aliases: String, confirm: StackSettings.SignUpConfirmation, _ body: (StackFixture) async throws -> Void
    ) async throws {
        try await StackFixture.run(
            { settings in
                do throws(SandboxError) {
                    try settings.setPool("aliases", to: aliases)
                    try settings.setPool("userExistenceErrors", to: "LEGACY")
                    try settings.setPool("writeAttributes", to: "email,phone_number")
                } catch { Issue.record(error) }
                settings.signUpConfirmation = confirm
            }, body)
    }

    private func signUp(_ fixture: StackFixture, _ attributes: [String: String]) async throws -> JSONValue {
        let list = attributes.map { quoted(["Name": $0.key, "Value": $0.value]) }.joined(separator: ",")
        return try await fixture.cognito.call(
            "SignUp",
            #"{"ClientId":"\#(StackSettings.clientID)","Username":"\#(Self.name)","Password":"Correct horse 1","#
                + #""UserAttributes":[\#(list)]}"#)
    }

    /// Confirms the account with the code that Cognito has mailed.
    private func confirm(_ fixture: StackFixture) async throws {
        let mails = try await fixture.http.get("/sandbox/mails?to=\(Self.address)").json?["mails"]
        let code = try #require(mails?.elements.last?["code"]?.string)
        try await fixture.cognito.call(
            "ConfirmSignUp",
            #"{"ClientId":"\#(StackSettings.clientID)","Username":"\#(Self.name)","ConfirmationCode":"\#(code)"}"#)
    }

    /// Whether a sign-in with this name finds the user.
    private func isKnown(_ name: String, _ fixture: StackFixture) async throws -> Bool {
        let parameters = quoted(["USERNAME": name])
        let answer = try await fixture.cognito.send(
            "InitiateAuth",
            #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(StackSettings.clientID)","AuthParameters":\#(parameters)}"#)
        if answer.status == 200 { return true }
        #expect(answer.json?["__type"]?.string == "UserNotFoundException", "\(answer.text)")
        return false
    }

    @Test("with auto, the address of a new account is unknown, until a sign-in by name has proven it")
    func automaticConfirmationLeavesTheAliasUnknown() async throws {
        try await Self.run("email", confirm: .auto) { (fixture) async throws in
            try await expect(signUp(fixture, ["email": Self.address])["UserConfirmed"]?.bool, equals: true)
            try await expect(isKnown(Self.address, fixture), equals: false)
            let challenge = try await fixture.start(Self.name)
            let proof = try await fixture.proveByCode(Self.address, for: challenge)
            _ = try await fixture.answer(#require(proof["accessToken"]?.string), to: challenge)
            try await expect(isKnown(Self.address, fixture), equals: true)
        }
    }

    @Test("with Cognito's code, the address is known once the code has proven it")
    func codeMakesTheAliasKnown() async throws {
        try await Self.run("email", confirm: .code) { (fixture) async throws in
            try await expect(signUp(fixture, ["email": Self.address])["UserConfirmed"]?.bool, equals: false)
            try await expect(isKnown(Self.address, fixture), equals: false)
            try await confirm(fixture)
            try await expect(isKnown(Self.address, fixture), equals: true)
            let challenge = try await fixture.start(Self.address)
            let proof = try await fixture.proveByCode(Self.address, for: challenge)
            let tokens = try await fixture.answer(#require(proof["accessToken"]?.string), to: challenge)
            #expect(tokens["AuthenticationResult"]?["AccessToken"] != nil)
        }
    }

    @Test("with several aliases, only those that a code has proven are known")
    func onlyProvenAliasesAreKnown() async throws {
        try await Self.run("email,phone_number", confirm: .code) { (fixture) async throws in
            _ = try await signUp(fixture, ["email": Self.address, "phone_number": "+15550100"])
            try await confirm(fixture)
            try await expect(isKnown(Self.address, fixture), equals: true)
            try await expect(isKnown("+15550100", fixture), equals: false)
        }
    }

    @Test("the warning names the addresses that nobody can sign in by, unless a code proves them")
    func unprovenAliasesAreNamed() throws {
        var settings = StackSettings(bootstraps: "/dev/null")
        #expect(settings.unprovenAliases == nil)
        try settings.setPool("aliases", to: "preferred_username")
        #expect(settings.unprovenAliases == nil)
        try settings.setPool("aliases", to: "email,preferred_username,phone_number")
        #expect(
            settings.unprovenAliases
                == "without --confirm-sign-up code, nobody who signs up can sign in by email or phone_number: "
                + "an alias counts once a code has proven it.")
        settings.signUpConfirmation = .code
        #expect(settings.unprovenAliases == nil)
    }

    @Test(
        "other names than those of Cognito's aliases are refused",
        arguments: ["", "email,", "name", "email,email", "EMAIL"])
    func otherAliasesAreRefused(list: String) {
        var settings = StackSettings(bootstraps: "/dev/null")
        let error = #expect(throws: SandboxError.self) { try settings.setPool("aliases", to: list) }
        #expect(
            error?.description
                == "pool setting aliases: must be a list of email, phone_number and preferred_username, each once")
        #expect(settings.pool.usernameAttributes == ["email"] && settings.pool.aliasAttributes.isEmpty)
    }
}

import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The attributes that apps read and write in the sandbox")
struct AttributeTests {
    private static let unauthorized = "A client attempted to write unauthorized attribute"

    @Test(
        "are those of the template for the flow and the token mode, also after a change",
        arguments: [
            ("RESULT_TOKEN", "signed", ["email", "email_verified", "locale"], ["email", "locale"]),
            ("RESULT_TOKEN", "authsignal", ["email", "email_verified"], ["email"]),
            ("RESULT_TOKEN", "oidc", ["email", "email_verified"], ["email", "custom:oidc_subject"]),
            ("EMAIL_OTP", "oidc", ["email", "email_verified", "locale"], ["email", "locale"]),
        ])
    func followTheTemplate(flow: String, mode: String, readable: [String], writable: [String]) async throws {
        try await StackFixture.run { (fixture) async throws in
            try await expect(fixture.change(#"{"flow":"\#(flow)","tokenMode":"\#(mode)"}"#), equals: 200)
            let client = try await fixture.describeClient()
            #expect(client["ReadAttributes"]?.elements.map(\.string) == readable)
            #expect(client["WriteAttributes"]?.elements.map(\.string) == writable)
        }
    }

    @Test("can be named, and a sign-up then writes them")
    func canBeNamed() async throws {
        try await StackFixture.run({
            Self.set("writeAttributes", "email,name,locale,custom:tier", in: &$0)
            Self.set("readAttributes", "email,name,custom:tier", in: &$0)
        }) { (fixture) async throws in
            let given = ["name": "Ana", "locale": "de", "custom:tier": "gold"]
            try await expect(fixture.signUp("ana@example.test", given)["UserConfirmed"]?.bool, equals: true)
            let client = try await fixture.describeClient()
            #expect(client["ReadAttributes"]?.elements.map(\.string) == ["email", "name", "custom:tier"])
            let refused = try await fixture.refusal(of: "bo@example.test", ["nickname": "bo"])
            #expect(refused == Self.unauthorized)
        }
    }

    @Test("that the client may not write are named on the terminal and in the timeline, and not in the answer")
    func unwritableAreNamed() async throws {
        let console = Console()
        try await StackFixture.run(console: console.line) { (fixture) async throws in
            let refused = try await fixture.refusal(of: "bo@example.test", ["nickname": "bo", "custom:tier": "gold"])
            #expect(refused == Self.unauthorized)
            let advice =
                "The app client may not write custom:tier, nickname. If your pool's client may: "
                + "--pool-setting writeAttributes=email,locale,custom:tier,nickname"
            let event = try #require(try await fixture.events().last)
            #expect(event["detail"]?["error"]?["message"]?.string == Self.unauthorized)
            #expect(event["detail"]?["advice"]?.string == advice)
            #expect(console.lines == [advice])
            try await expect(fixture.refusal(of: "bo@example.test", ["sub": "x"]), equals: Self.unauthorized)
            #expect(console.lines.last == "No app can write sub.")
        }
    }

    @Test("all can be written if the setting says so, and the subject always in oidc mode")
    func allOrWithSubject() async throws {
        try await StackFixture.run({ Self.set("writeAttributes", "all", in: &$0) }) { (fixture) async throws in
            try await expect(fixture.describeClient()["WriteAttributes"]) { $0 == nil }
        }
        try await StackFixture.run({
            Self.set("writeAttributes", "email,name", in: &$0)
            $0.tokenMode = .oidc
        }) { (fixture) async throws in
            let names = try await fixture.describeClient()["WriteAttributes"]?.elements.map(\.string)
            #expect(names == ["email", "name", "custom:oidc_subject"])
        }
    }

    @Test(
        "are refused if Cognito would refuse the client",
        arguments: [
            ("writeAttributes", "email,,name", "an empty name is not an attribute"),
            ("writeAttributes", "email,tier", "tier is not an attribute"),
            ("readAttributes", "email,custom:", "custom: is not an attribute"),
            ("writeAttributes", "email,email_verified", "no app can write email_verified"),
            ("writeAttributes", "email,sub", "no app can write sub"),
            ("writeAttributes", "name", "must contain email, which every user of the pool must have"),
        ])
    func invalidListsAreRefused(name: String, list: String, fault: String) throws {
        var settings = StackSettings(bootstraps: "/dev/null")
        let error = #expect(throws: SandboxError.self) { try settings.setPool(name, to: list) }
        #expect(error?.description.hasPrefix("pool setting \(name): \(fault)") == true)
        #expect(settings.readableAttributes == .template && settings.writableAttributes == .template)
    }

    @Test("a token mode that the flow hides does not act on sign-ups")
    func hiddenTokenModeDoesNotAct() async throws {
        try await StackFixture.run({ $0.tokenMode = .oidc }) { (fixture) async throws in
            try await expect(fixture.signUp("ana@example.test", [:])["UserConfirmed"]?.bool, equals: false)
            try await expect(fixture.change(#"{"flow":"EMAIL_OTP"}"#), equals: 200)
            try await expect(fixture.signUp("bo@example.test", [:])["UserConfirmed"]?.bool, equals: true)
            try await expect(
                fixture.refusal(of: "cy@example.test", [StackSettings.subjectAttribute: "x|y"]),
                equals: Self.unauthorized)
            try await expect(fixture.change(#"{"flow":"RESULT_TOKEN"}"#), equals: 200)
            try await expect(fixture.signUp("dee@example.test", [:])["UserConfirmed"]?.bool, equals: false)
        }
    }

    private static func set(_ name: String, _ value: String, in settings: inout StackSettings) {
        do { try settings.setPool(name, to: value) } catch { Issue.record(error) }
    }
}

extension StackFixture {
    /// Changes settings; returns the status of the answer.
    fileprivate func change(_ settings: String) async throws -> Int {
        try await put(settings, to: "/sandbox/settings").status
    }

    fileprivate func describeClient() async throws -> JSONValue {
        let body = #"{"UserPoolId":"eu-west-1_Sandbox01","ClientId":"\#(StackSettings.clientID)"}"#
        return try #require(try await cognito.call("DescribeUserPoolClient", body)["UserPoolClient"])
    }

    private static func signUpBody(_ email: String, _ attributes: [String: String]) -> String {
        let list = attributes.map { #"{"Name":"\#($0.key)","Value":"\#($0.value)"}"# }.joined(separator: ",")
        return #"{"ClientId":"\#(StackSettings.clientID)","Username":"\#(email)","Password":"Correct horse 1","#
            + #""UserAttributes":[\#(list)]}"#
    }

    fileprivate func signUp(_ email: String, _ attributes: [String: String]) async throws -> JSONValue {
        try await cognito.call("SignUp", Self.signUpBody(email, attributes))
    }

    /// The message with which a sign-up is refused.
    fileprivate func refusal(of email: String, _ attributes: [String: String]) async throws -> String {
        try await cognito.error("SignUp", Self.signUpBody(email, attributes)).message
    }
}

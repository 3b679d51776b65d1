import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The triggers before and after custom authentication")
struct AccountTriggerTests {
    private static func echo() -> ClosureFunction { ClosureFunction { .reply($0.text) } }

    private static func refusing(_ message: String) -> ClosureFunction {
        ClosureFunction { _ in .functionError(.init(type: "Guard", message: message)) }
    }

    private func text(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test("Pre Authentication sees the first call's metadata, which the challenge triggers do not see")
    func preAuthenticationSeesTheMetadata() async throws {
        let function = Self.echo()
        try await PoolFixture.run(others: [.preAuthentication: function]) { (fixture) async throws in
            let start = fixture.start(metadata: ["device": "phone"])
            _ = try #require(try await fixture.client.call("InitiateAuth", start)["ChallengeName"])
            let event = try #require(function.events.first)
            #expect(event["triggerSource"]?.string == "PreAuthentication_Authentication")
            #expect(text(event["request"]?["validationData"]) == #"{"device":"phone"}"#)
            #expect(event["request"]?["userAttributes"]?["cognito:user_status"]?.string == "CONFIRMED")
            #expect(event["request"]?["clientMetadata"] == nil)
            #expect(text(event["response"]) == "{}")
            #expect(fixture.define.events[0]["request"]?["clientMetadata"] == nil)
            try await fixture.client.call("InitiateAuth", fixture.start("ghost@example.test"))
            #expect(function.events.last?["request"]?["userNotFound"]?.bool == true)
            #expect(function.events.last?["request"]?["validationData"]?.isNull == true)
        }
    }

    @Test("Pre Authentication can refuse a sign-in before Define is asked")
    func preAuthenticationCanRefuse() async throws {
        try await PoolFixture.run(others: [.preAuthentication: Self.refusing("Not today")]) { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", fixture.start()),
                equals: PoolError(.userLambdaValidation, "PreAuthentication failed with error Not today."))
            #expect(fixture.define.events.isEmpty)
        }
    }

    @Test("Post Authentication sees the last answer's metadata and can still refuse the tokens")
    func postAuthenticationCanRefuse() async throws {
        let function = Self.echo()
        try await PoolFixture.run(others: [.postAuthentication: function]) { (fixture) async throws in
            let session = try await fixture.session()
            #expect(function.events.isEmpty)
            let answer = fixture.answer("open sesame", session, metadata: ["device": "phone"])
            try await fixture.client.call("RespondToAuthChallenge", answer)
            let event = try #require(function.events.first)
            #expect(event["triggerSource"]?.string == "PostAuthentication_Authentication")
            #expect(event["request"]?["newDeviceUsed"]?.bool == false)
            #expect(text(event["request"]?["clientMetadata"]) == #"{"device":"phone"}"#)
        }
        try await PoolFixture.run(others: [.postAuthentication: Self.refusing("Not you")]) { (fixture) async throws in
            let answer = fixture.answer("open sesame", try await fixture.session())
            try await expect(
                fixture.client.error("RespondToAuthChallenge", answer),
                equals: PoolError(.userLambdaValidation, "PostAuthentication failed with error Not you."))
        }
    }

    @Test("Post Confirmation runs when an account becomes confirmed, and its failure does not undo that")
    func postConfirmationRunsAfterConfirmation() async throws {
        let function = Self.echo()
        try await PoolFixture.run(others: [.postConfirmation: function]) { (fixture) async throws in
            let signUp =
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"bo@example.test","Password":"correct horse"}"#
            try await fixture.client.call("SignUp", signUp)
            #expect(function.events.isEmpty)
            let code = try #require(fixture.mailBox.messages.last?.code)
            let confirm =
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"bo@example.test","ConfirmationCode":"\#(code)","#
                + #""ClientMetadata":{"a":"b"}}"#
            try await fixture.client.call("ConfirmSignUp", confirm)
            let event = try #require(function.events.first)
            #expect(event["triggerSource"]?.string == "PostConfirmation_ConfirmSignUp")
            #expect(event["callerContext"]?["clientId"]?.string == PoolFixture.clientID)
            #expect(event["request"]?["userAttributes"]?["email_verified"]?.string == "true")
            #expect(text(event["request"]?["clientMetadata"]) == #"{"a":"b"}"#)
            await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
            let body = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)"}"#
            try await fixture.client.call("AdminConfirmSignUp", body)
            #expect(function.events.last?["callerContext"]?["clientId"]?.isNull == true)
            #expect(function.events.count == 2)
        }
        try await PoolFixture.run(others: [.postConfirmation: Self.refusing("No mail")]) { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
            let body = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)"}"#
            try await expect(
                fixture.client.error("AdminConfirmSignUp", body),
                equals: PoolError(.userLambdaValidation, "PostConfirmation failed with error No mail."))
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        }
    }

    @Test(
        "a setting decides whether Post Confirmation runs after Pre Sign-up has confirmed an account",
        arguments: [true, false])
    func postConfirmationAfterPreSignUpIsASetting(runs: Bool) async throws {
        let function = Self.echo()
        let confirm = ClosureFunction { event in
            .reply(event.replying(#"{"autoConfirmUser":true,"autoVerifyEmail":false,"autoVerifyPhone":false}"#))
        }
        try await PoolFixture.run(
            { $0.undocumentedBehaviour.confirmsAfterPreSignUp = runs }, preSignUp: confirm,
            others: [.postConfirmation: function]
        ) { (fixture) async throws in
            let signUp =
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"bo@example.test","Password":"correct horse"}"#
            try await fixture.client.call("SignUp", signUp)
            #expect(function.events.count == (runs ? 1 : 0))
        }
    }

    @Test("a reply that sets a member which the trigger does not have is refused")
    func unexpectedMemberIsRefused() async throws {
        let function = ClosureFunction { .reply($0.replying(#"{"allow":true}"#)) }
        try await PoolFixture.run(others: [.preAuthentication: function]) { (fixture) async throws in
            try await expect(
                fixture.client.error("InitiateAuth", fixture.start()),
                equals: PoolError(.invalidLambdaResponse, "Unrecognizable lambda output"))
        }
    }
}

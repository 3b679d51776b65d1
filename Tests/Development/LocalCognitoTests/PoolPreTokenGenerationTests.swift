import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Pre Token Generation as the pool calls it")
struct PoolPreTokenGenerationTests {
    private func text(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test("the event has the occasion and the account, and the pool's description the function")
    func eventHasOccasionAndAccount() async throws {
        let function = ClosureFunction { .reply($0.text) }
        let fixture = try await PoolFixture(preTokenGeneration: function)
        let answer = fixture.answer("open sesame", try await fixture.session(), metadata: ["a": "b"])
        let tokens = try await fixture.respond(answer)["AuthenticationResult"]
        let event = try #require(function.events.first)
        #expect(event["version"]?.string == "1")
        #expect(event["triggerSource"]?.string == "TokenGeneration_Authentication")
        #expect(event["request"]?["userAttributes"]?["email"]?.string == PoolFixture.email)
        #expect(
            text(event["request"]?["groupConfiguration"])
                == #"{"groupsToOverride":[],"iamRolesToOverride":[],"preferredRole":null}"#)
        #expect(text(event["request"]?["clientMetadata"]) == #"{"a":"b"}"#)
        #expect(text(event["response"]) == #"{"claimsOverrideDetails":null}"#)
        let refresh = try #require(tokens?["RefreshToken"]?.string)
        let body = #"{"ClientId":"\#(PoolFixture.clientID)","RefreshToken":"\#(refresh)"}"#
        try await fixture.call("GetTokensFromRefreshToken", body)
        #expect(function.events.last?["triggerSource"]?.string == "TokenGeneration_RefreshTokens")
        let configuration = try await fixture.call("DescribeUserPool", Body.pool())["UserPool"]?["LambdaConfig"]
        let version = configuration?["PreTokenGenerationConfig"]
        #expect(version?["LambdaVersion"]?.string == "V1_0")
        #expect(version?["LambdaArn"]?.string == configuration?["PreTokenGeneration"]?.string)
    }

    @Test("a guard can refuse tokens on any occasion", arguments: ["Authentication", "RefreshTokens"])
    func triggerCanRefuseTokens(occasion: String) async throws {
        let function = ClosureFunction { event in
            event["triggerSource"]?.string == "TokenGeneration_\(occasion)"
                ? .functionError(.init(type: "Guard", message: "No")) : .reply(event.text)
        }
        let refusal = PoolError(.userLambdaValidation, "PreTokenGeneration failed with error No.")
        let fixture = try await PoolFixture(preTokenGeneration: function)
        let answer = fixture.answer("open sesame", try await fixture.session())
        guard occasion == "RefreshTokens" else {
            try await fixture.expect("RespondToAuthChallenge", answer, fails: refusal)
            let again = try await fixture.client.error("RespondToAuthChallenge", answer)
            #expect(again.message.hasSuffix("session can only be used once."))
            return
        }
        let tokens = try await fixture.respond(answer)["AuthenticationResult"]
        let body =
            #"{"AuthFlow":"REFRESH_TOKEN_AUTH","ClientId":"\#(PoolFixture.clientID)","#
            + #""AuthParameters":{"REFRESH_TOKEN":"\#(try #require(tokens?["RefreshToken"]?.string))"}}"#
        try await fixture.expect("InitiateAuth", body, fails: refusal)
    }

    @Test("an account that is disabled while the trigger runs gets no tokens")
    func accountDisabledMeanwhileGetsNoTokens() async throws {
        struct Disabling: TriggerFunction {
            let pool: UserPool
            func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
                var user = PoolFixture.user()
                user.isEnabled = false
                await pool.store(user)
                return .reply(event)
            }
        }
        let fixture = try await PoolFixture()
        var triggers = await fixture.pool.triggers
        triggers.functions[.preTokenGeneration] = Disabling(pool: fixture.pool)
        await fixture.pool.use(triggers)
        let answer = fixture.answer("open sesame", try await fixture.session())
        try await fixture.expect("RespondToAuthChallenge", answer, fails: .notAuthorized("User is disabled."))
    }

    @Test(
        "a reply that changes tokens, or has another version's member, is refused",
        arguments: [
            ("claimsOverrideDetails", "{}", "This sandbox's tokens have no other claims."),
            ("claimsAndScopeOverrideDetails", "null", "Unrecognizable lambda output"),
        ])
    func changesAreRefused(member: String, details: String, words: String) async throws {
        let function = ClosureFunction { .reply($0.replying(#"{"\#(member)":\#(details)}"#)) }
        let fixture = try await PoolFixture(preTokenGeneration: function)
        let answer = fixture.answer("open sesame", try await fixture.session())
        try await fixture.expect("RespondToAuthChallenge", answer, fails: PoolError(.invalidLambdaResponse, words))
    }
}

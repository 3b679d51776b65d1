import JOSE
import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Pre Token Generation as the pool calls it")
struct PoolPreTokenGenerationTests {
    /// A function that sets this member to these details.
    private func setting(_ member: String, _ details: String) -> ClosureFunction {
        ClosureFunction { .reply($0.replying(#"{"\#(member)":\#(details)}"#)) }
    }

    private func claims(of name: String, in result: JSONValue, _ fixture: PoolFixture) async throws -> JSONValue {
        let path = "/\(fixture.pool.settings.id)/.well-known/jwks.json"
        let keys = try JSONWebKeySet(parsing: try await fixture.client.http.get(path).body).keys
        return try Claims(CompactJWS.verify(try #require(result[name]?.string), keys: keys)).json
    }

    private func text(_ value: JSONValue?) -> String? { value.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test("the event has the occasion, the account and, in version 2, the scopes", arguments: [false, true])
    func eventHasOccasionAndAccount(isSecond: Bool) async throws {
        let function = ClosureFunction { .reply($0.text) }
        try await PoolFixture.run(
            { $0.preTokenGeneration = isSecond ? .v2 : .v1 }, others: [.preTokenGeneration: function]
        ) { (fixture) async throws in
            let session = try await fixture.session()
            let answer = fixture.answer("open sesame", session, metadata: ["a": "b"])
            let tokens = try await fixture.client.call("RespondToAuthChallenge", answer)["AuthenticationResult"]
            let event = try #require(function.events.first)
            #expect(event["version"]?.string == (isSecond ? "2" : "1"))
            #expect(event["triggerSource"]?.string == "TokenGeneration_Authentication")
            #expect(event["request"]?["userAttributes"]?["email"]?.string == PoolFixture.email)
            #expect(
                text(event["request"]?["groupConfiguration"])
                    == #"{"groupsToOverride":[],"iamRolesToOverride":[],"preferredRole":null}"#)
            #expect(
                text(event["request"]?["scopes"]) == (isSecond ? #"["aws.cognito.signin.user.admin"]"# : nil))
            #expect(text(event["request"]?["clientMetadata"]) == #"{"a":"b"}"#)
            #expect(
                text(event["response"])
                    == (isSecond ? #"{"claimsAndScopeOverrideDetails":null}"# : #"{"claimsOverrideDetails":null}"#))
            let refresh = try #require(tokens?["RefreshToken"]?.string)
            let body = #"{"ClientId":"\#(PoolFixture.clientID)","RefreshToken":"\#(refresh)"}"#
            try await fixture.client.call("GetTokensFromRefreshToken", body)
            #expect(function.events.last?["triggerSource"]?.string == "TokenGeneration_RefreshTokens")
        }
    }

    @Test("version 1 changes the ID token, but neither its fixed claims nor the claims of the access token")
    func firstVersionChangesTheIDToken() async throws {
        let function = setting(
            "claimsOverrideDetails",
            #"{"claimsToAddOrOverride":{"plan":"gold","email":"masked","sub":"x","aud":"x","both":"x"},"#
                + #""claimsToSuppress":["email_verified","iss","absent","both"],"#
                + #""groupOverrideDetails":{"groupsToOverride":["staff"],"iamRolesToOverride":["r"],"#
                + #""preferredRole":"r"}}"#
        )
        try await PoolFixture.run(others: [.preTokenGeneration: function]) { (fixture) async throws in
            let result = try await fixture.signIn()
            let id = try await claims(of: "IdToken", in: result, fixture)
            #expect(id["plan"]?.string == "gold")
            #expect(id["email"]?.string == "masked")
            #expect(id["email_verified"] == nil)
            #expect(id["both"] == nil)
            #expect(id["sub"]?.string == PoolFixture.user().sub)
            #expect(id["aud"]?.string == PoolFixture.clientID)
            await expect(id["iss"]?.string, equals: fixture.pool.issuerURL)
            #expect(text(id["cognito:groups"]) == #"["staff"]"#)
            #expect(text(id["cognito:roles"]) == #"["r"]"#)
            #expect(id["cognito:preferred_role"]?.string == "r")
            let access = try await claims(of: "AccessToken", in: result, fixture)
            #expect(access["plan"] == nil)
            #expect(text(access["cognito:groups"]) == #"["staff"]"#)
            #expect(access["cognito:roles"] == nil)
        }
    }

    @Test("version 2 also changes the access token, whose scopes decide what it allows")
    func secondVersionChangesTheAccessToken() async throws {
        let function = setting(
            "claimsAndScopeOverrideDetails",
            #"{"idTokenGeneration":{"claimsToAddOrOverride":{"level":3}},"accessTokenGeneration":{"#
                + #""claimsToAddOrOverride":{"tenant":{"id":[1,true]},"client_id":"x","scope":"all"},"#
                + #""claimsToSuppress":["event_id","auth_time"],"scopesToAdd":["orders","admin"],"#
                + #""scopesToSuppress":["admin","aws.cognito.signin.user.admin"]}}"#)
        try await PoolFixture.run(
            { $0.preTokenGeneration = .v2 }, others: [.preTokenGeneration: function]
        ) { (fixture) async throws in
            let result = try await fixture.signIn()
            try await expect(claims(of: "IdToken", in: result, fixture)["level"]?.integer, equals: 3)
            let access = try await claims(of: "AccessToken", in: result, fixture)
            #expect(text(access["tenant"]) == #"{"id":[1,true]}"#)
            #expect(access["client_id"]?.string == PoolFixture.clientID)
            #expect(access["scope"]?.string == "orders")
            #expect(access["auth_time"] != nil && access["event_id"] != nil)
            let token = try #require(result["AccessToken"]?.string)
            try await expect(
                fixture.client.error("GetUser", #"{"AccessToken":"\#(token)"}"#),
                equals: PoolError(.notAuthorized, "Access Token does not have required scopes"))
        }
    }

    @Test("a guard can refuse tokens on any occasion", arguments: ["Authentication", "RefreshTokens"])
    func triggerCanRefuseTokens(occasion: String) async throws {
        let function = ClosureFunction { event in
            event["triggerSource"]?.string == "TokenGeneration_\(occasion)"
                ? .functionError(.init(type: "Guard", message: "No")) : .reply(event.text)
        }
        let refusal = PoolError(.userLambdaValidation, "PreTokenGeneration failed with error No.")
        try await PoolFixture.run(others: [.preTokenGeneration: function]) { (fixture) async throws in
            let answer = fixture.answer("open sesame", try await fixture.session())
            guard occasion == "RefreshTokens" else {
                try await expect(fixture.client.error("RespondToAuthChallenge", answer), equals: refusal)
                let again = try await fixture.client.error("RespondToAuthChallenge", answer)
                #expect(again.message.hasSuffix("session can only be used once."))
                return
            }
            let tokens = try await fixture.client.call("RespondToAuthChallenge", answer)["AuthenticationResult"]
            let token = try #require(tokens?["RefreshToken"]?.string)
            let body =
                #"{"AuthFlow":"REFRESH_TOKEN_AUTH","ClientId":"\#(PoolFixture.clientID)","#
                + #""AuthParameters":{"REFRESH_TOKEN":"\#(token)"}}"#
            try await expect(fixture.client.error("InitiateAuth", body), equals: refusal)
        }
    }

    @Test("an account that is disabled while the trigger runs gets no tokens")
    func accountDisabledMeanwhileGetsNoTokens() async throws {
        let disabling = DisablingFunction()
        try await PoolFixture.run(others: [.preTokenGeneration: disabling]) { (fixture) async throws in
            disabling.use(fixture.pool)
            let answer = fixture.answer("open sesame", try await fixture.session())
            try await expect(
                fixture.client.error("RespondToAuthChallenge", answer),
                equals: PoolError(.notAuthorized, "User is disabled."))
        }
    }

    @Test(
        "details with wrong types are refused",
        arguments: [
            #"[]"#, #"{"claimsToAddOrOverride":[]}"#, #"{"claimsToAddOrOverride":{"a":1}}"#,
            #"{"claimsToSuppress":"a"}"#, #"{"claimsToSuppress":[1]}"#, #"{"groupOverrideDetails":1}"#,
            #"{"groupOverrideDetails":{"groupsToOverride":"a"}}"#, #"{"groupOverrideDetails":{"preferredRole":1}}"#,
        ])
    func malformedDetailsAreRefused(details: String) async throws {
        let function = setting("claimsOverrideDetails", details)
        try await PoolFixture.run(others: [.preTokenGeneration: function]) { (fixture) async throws in
            let answer = fixture.answer("open sesame", try await fixture.session())
            try await expect(
                fixture.client.error("RespondToAuthChallenge", answer),
                equals: PoolError(.invalidLambdaResponse, "Unrecognizable lambda output"))
        }
    }

    @Test("the other version's member is refused")
    func memberOfTheOtherVersionIsRefused() async throws {
        let function = setting("claimsAndScopeOverrideDetails", "null")
        try await PoolFixture.run(others: [.preTokenGeneration: function]) { (fixture) async throws in
            let answer = fixture.answer("open sesame", try await fixture.session())
            try await expect(
                fixture.client.error("RespondToAuthChallenge", answer).code, equals: .invalidLambdaResponse)
        }
    }

    @Test("the pool's description names the function and its version")
    func descriptionNamesTheVersion() async throws {
        let function = ClosureFunction { .reply($0.text) }
        try await PoolFixture.run(
            { $0.preTokenGeneration = .v2 }, others: [.preTokenGeneration: function]
        ) { (fixture) async throws in
            let pool = try await fixture.client.call("DescribeUserPool", #"{"UserPoolId":"eu-west-1_Sandbox01"}"#)
            let configuration = pool["UserPool"]?["LambdaConfig"]
            #expect(configuration?["PreTokenGenerationConfig"]?["LambdaVersion"]?.string == "V2_0")
            #expect(
                configuration?["PreTokenGenerationConfig"]?["LambdaArn"]?.string
                    == configuration?["PreTokenGeneration"]?.string)
        }
    }
}

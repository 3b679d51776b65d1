import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Changing an app client")
struct UpdateClientTests {
    private func body(_ more: String = "") -> String {
        Body.pool(#","ClientId":"\#(PoolFixture.clientID)"\#(more)"#)
    }

    @Test("what a call does not name gets Cognito's default")
    func unnamedSettingsGetDefaults() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].rotationGraceSeconds = 10 })
        let answer = try await fixture.call("UpdateUserPoolClient", body())
        let described = try await fixture.call("DescribeUserPoolClient", body())
        #expect(answer.bytes == described.bytes)
        let client = try #require(described["UserPoolClient"])
        #expect(
            client["ExplicitAuthFlows"]?.elements.compactMap(\.string)
                == ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"])
        #expect(client["PreventUserExistenceErrors"]?.string == "LEGACY")
        #expect(client["AuthSessionValidity"]?.integer == 3)
        #expect(client["ClientName"]?.string == "app")
        #expect(client["ReadAttributes"] == nil && client["WriteAttributes"] == nil)
        #expect(client["RefreshTokenRotation"]?["Feature"]?.string == "DISABLED")
    }

    @Test("a description that is sent back changes nothing, and flows that it adds sign users in")
    func descriptionsCanBeSentBack() async throws {
        let fixture = try await PoolFixture()
        let before = try await fixture.call("DescribeUserPoolClient", body())
        let settings = try #require(before["UserPoolClient"])
        let same = try await fixture.call("UpdateUserPoolClient", String(decoding: settings.bytes, as: UTF8.self))
        #expect(same.bytes == before.bytes)
        let flows = #"["ALLOW_CUSTOM_AUTH","ALLOW_USER_PASSWORD_AUTH"]"#
        let more = settings.object(replacing: [("ExplicitAuthFlows", Array(flows.utf8))])
        try await fixture.call("UpdateUserPoolClient", String(decoding: more, as: UTF8.self))
        let start = fixture.start(flow: "USER_PASSWORD_AUTH", ["PASSWORD": "wrong horse"])
        try await fixture.expect("InitiateAuth", start, fails: .notAuthorized)
    }

    @Test(
        "settings that Cognito does not accept are refused, and nothing changes",
        arguments: [
            #","ExplicitAuthFlows":["ALLOW_MAGIC"]"#, #","PreventUserExistenceErrors":"SOMETIMES""#,
            #","AuthSessionValidity":2"#, #","AccessTokenValidity":2,"TokenValidityUnits":{"AccessToken":"days"}"#,
            #","RefreshTokenValidity":59,"TokenValidityUnits":{"RefreshToken":"minutes"}"#,
            #","IdTokenValidity":5,"TokenValidityUnits":{"IdToken":"fortnights"}"#, #","WriteAttributes":["name"]"#,
            #","ReadAttributes":["plan"]"#, #","AllowedOAuthFlowsUserPoolClient":true"#,
            #","RefreshTokenRotation":{"Feature":"ENABLED","RetryGracePeriodSeconds":61}"#,
        ])
    func wrongSettingsAreRefused(more: String) async throws {
        let fixture = try await PoolFixture()
        let before = try await fixture.call("DescribeUserPoolClient", body())
        try await fixture.expect("UpdateUserPoolClient", body(more), fails: .invalidParameter)
        try await expect(fixture.call("DescribeUserPoolClient", body()).bytes, equals: before.bytes)
    }
}

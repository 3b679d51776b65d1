import JSON
import LocalCognito
import SandboxTestSupport
import Testing

@Suite("An administrator's lists")
struct ListTests {
    @Test(
        "users are found by the filter",
        arguments: [
            ("", ["7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11", "bo"]), (#"email = "bo@example.test""#, ["bo"]),
            (#"email ^= "ana""#, ["7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"]), (#"sub="bo""#, ["bo"]),
            (#"username = "bo""#, ["bo"]), (#"cognito:user_status = "UNCONFIRMED""#, ["bo"]),
            (#"status = "Disabled""#, []), (#"phone_number ^= """#, []),
        ])
    func filterFindsUsers(filter: String, found: [String]) async throws {
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo", status: .unconfirmed))
            let body = #"{"UserPoolId":"eu-west-1_Sandbox01","Filter":\#(quoted(filter))}"#
            let users = try await fixture.client.call("ListUsers", body)["Users"]?.elements ?? []
            #expect(users.map { $0["Username"]?.string } == found)
            #expect(users.allSatisfy { $0["Attributes"]?.elements.count == 3 })
        }
    }

    @Test("a malformed filter, another pool and a call without a signature are refused")
    func wrongListCallsAreRefused() async throws {
        try await PoolFixture.run { (fixture) async throws in
            for filter in ["email", "email = bo", #"email = ""#] {
                let body = #"{"UserPoolId":"eu-west-1_Sandbox01","Filter":\#(quoted(filter))}"#
                #expect(
                    try await fixture.client.error("ListUsers", body)
                        == PoolError(.invalidParameter, "Error while parsing filter."))
            }
            for operation in ["ListUsers", "ListUserPoolClients"] {
                let foreign = #"{"UserPoolId":"eu-west-1_Other"}"#
                #expect(try await fixture.client.error(operation, foreign).code == .resourceNotFound)
                let unsigned = try await fixture.client.error(operation, foreign, signed: false)
                #expect(unsigned.code == .missingAuthenticationToken)
            }
        }
    }

    @Test("the pool's clients are listed by id and name")
    func clientsAreListed() async throws {
        try await PoolFixture.run({ $0.clients.append(AppClient(id: "web", secret: "s")) }) { (fixture) async throws in
            let json = try await fixture.client.call(
                "ListUserPoolClients", #"{"UserPoolId":"eu-west-1_Sandbox01","MaxResults":60}"#)
            #expect(
                String(decoding: json.bytes, as: UTF8.self)
                    == #"{"UserPoolClients":[{"ClientId":"\#(PoolFixture.clientID)","#
                    + #""UserPoolId":"eu-west-1_Sandbox01","ClientName":"app"},"#
                    + #"{"ClientId":"web","UserPoolId":"eu-west-1_Sandbox01","ClientName":"app"}]}"#)
        }
    }

    @Test("an administrator signs a user out everywhere")
    func administratorSignsAUserOut() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let token = try #require(try await fixture.signIn()["AccessToken"]?.string)
            let account = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)"}"#
            try await fixture.client.call("AdminUserGlobalSignOut", account)
            #expect(
                try await fixture.client.error("GetUser", #"{"AccessToken":"\#(token)"}"#)
                    == PoolError(.notAuthorized, "Access Token has been revoked"))
        }
    }
}

import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("An administrator's lists")
struct ListTests {
    @Test(
        "users are found by the filter",
        arguments: [
            ("", ["7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11", "bo"]), (#"email = "bo@example.test""#, ["bo"]),
            (#"email ^= "ana""#, ["7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"]), (#"sub="bo""#, ["bo"]),
            (#"username = "bo""#, ["bo"]), (#"cognito:user_status = "UNCONFIRMED""#, ["bo"]),
            (#"status = "Disabled""#, []), (#"phone_number ^= """#, []), (#" name^="B\"o"  "#, ["bo"]),
            (#"cognito:user_status ^= "unconf""#, ["bo"]), (#"username = "BO""#, []),
        ])
    func filterFindsUsers(filter: String, found: [String]) async throws {
        let fixture = try await PoolFixture()
        var bo = PoolFixture.user("bo@example.test", sub: "bo", status: .unconfirmed)
        bo.attributes["name"] = #"B"o the second"#
        await fixture.pool.store(bo)
        let body = Body.pool(#","Filter":\#(quoted(filter))"#)
        let users = try await fixture.call("ListUsers", body)["Users"]?.elements ?? []
        #expect(users.map { $0["Username"]?.string } == found)
        #expect(users.allSatisfy { ($0["Attributes"]?.elements.count ?? 0) >= 3 })
    }

    @Test("a malformed filter, another pool and a call without a signature are refused")
    func wrongListCallsAreRefused() async throws {
        let fixture = try await PoolFixture()
        for filter in [
            "email", "email = bo", #"email = ""#, #"= "bo""#, #"email ^ "bo""#, #"email = "a" and sub = "b""#,
            #"email = "bo\"#,
        ] {
            let body = Body.pool(#","Filter":\#(quoted(filter))"#)
            try await fixture.expect("ListUsers", body, fails: .parameter("Error while parsing filter."))
        }
        let custom = #"{"UserPoolId":"eu-west-1_Sandbox01","Filter":"custom:plan = \"gold\""}"#
        try await fixture.expect("ListUsers", custom, fails: .parameter("Invalid search attribute: custom:plan"))
        for operation in ["ListUsers", "ListUserPoolClients"] {
            let foreign = #"{"UserPoolId":"eu-west-1_Other"}"#
            try await fixture.expect(operation, foreign, fails: .resourceNotFound)
            let unsigned = try await fixture.client.error(operation, foreign, signed: false)
            #expect(unsigned.code == .missingAuthenticationToken)
        }
    }

    @Test("users are listed page by page; a token fits only the list that it came with", arguments: [1, 2, 4])
    func usersArePaged(size: Int) async throws {
        let fixture = try await PoolFixture()
        for name in ["c", "a", "b"] {
            await fixture.pool.store(PoolFixture.user("\(name)@example.test", sub: name))
        }
        var (found, token, pages): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let next = token.map { #","PaginationToken":"\#($0)""# } ?? ""
            let json = try await fixture.call("ListUsers", Body.pool(#","Limit":\#(size)\#(next)"#))
            found += json["Users"]?.elements.compactMap { $0["Username"]?.string } ?? []
            token = json["PaginationToken"]?.string
            pages += 1
            guard let token else { continue }
            for other in [
                Body.pool(#","Limit":\#(size),"PaginationToken":"\#(token)","Filter":"sub = \"a\"""#),
                Body.pool(#","PaginationToken":"x""#),
            ] {
                try await fixture.expect("ListUsers", other, fails: .parameter("Paging Marker is Invalid for Request"))
            }
            // A user who is deleted between two pages takes nobody else along.
            if found.last == "a" {
                try await fixture.call("AdminDeleteUser", Body.account(of: "a"))
            }
        } while token != nil
        #expect(found == ["7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11", "a", "b", "c"])
        #expect(pages == 4 / size)
    }

    @Test("only the attributes that were asked for are shown, and every user must have them")
    func attributesAreChosen() async throws {
        let fixture = try await PoolFixture()
        for (names, shown) in [(#""email""#, ["email"]), ("", [])] {
            let json = try await fixture.call("ListUsers", Body.pool(#","AttributesToGet":[\#(names)]"#))
            let attributes = json["Users"]?.elements.first?["Attributes"]?.elements
            #expect(attributes?.compactMap { $0["Name"]?.string } == shown)
        }
        try await fixture.expect(
            "ListUsers", Body.pool(#","AttributesToGet":["given_name"]"#),
            fails: .parameter("One or more requested attributes do not exist."))
    }

    @Test("the account has one pool, with its functions and without a second factor")
    func poolIsListed() async throws {
        let fixture = try await PoolFixture()
        let pools = try await fixture.call("ListUserPools", #"{"MaxResults":60}"#)
        #expect(pools["NextToken"] == nil)
        let pool = try #require(pools["UserPools"]?.elements.first)
        #expect(pool["Id"]?.string == "eu-west-1_Sandbox01" && pool["Name"]?.string == "sandbox")
        #expect(pool["CreationDate"]?.integer == 1_800_000_000)
        #expect(
            pool["LambdaConfig"]?.members.map(\.name)
                == ["CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp", "VerifyAuthChallengeResponse"])
        try await fixture.expect("ListUserPools", "{}", fails: .invalidParameter)
        let factors = try await fixture.call("GetUserPoolMfaConfig", Body.pool())
        #expect(String(decoding: factors.bytes, as: UTF8.self) == #"{"MfaConfiguration":"OFF"}"#)
    }

    @Test("the pool's clients are listed by id and name")
    func clientsAreListed() async throws {
        let fixture = try await PoolFixture({ $0.clients.append(AppClient(id: "web", secret: "s")) })
        let json = try await fixture.call("ListUserPoolClients", Body.pool(#","MaxResults":60"#))
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"UserPoolClients":[{"ClientId":"\#(PoolFixture.clientID)","#
                + #""UserPoolId":"eu-west-1_Sandbox01","ClientName":"app"},"#
                + #"{"ClientId":"web","UserPoolId":"eu-west-1_Sandbox01","ClientName":"app"}]}"#)
        let first = try await fixture.call("ListUserPoolClients", Body.pool(#","MaxResults":1"#))
        let token = try #require(first["NextToken"]?.string)
        let second = try await fixture.call(
            "ListUserPoolClients", Body.pool(#","MaxResults":1,"NextToken":"\#(token)""#))
        #expect(second["UserPoolClients"]?.elements.compactMap { $0["ClientId"]?.string } == ["web"])
        #expect(second["NextToken"] == nil)
    }

    @Test("an administrator signs a user out everywhere")
    func administratorSignsAUserOut() async throws {
        let fixture = try await PoolFixture()
        let token = try await fixture.accessToken()
        try await fixture.call("AdminUserGlobalSignOut", Body.account())
        try await fixture.expect("GetUser", Body.own(token), fails: .revoked)
    }
}

import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("An administrator's calls")
struct AdministrationTests {
    @Test("an account is shown with all its attributes")
    func accountIsShown() async throws {
        let fixture = try await PoolFixture()
        let json = try await fixture.call("AdminGetUser", Body.account())
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"Username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","UserAttributes":["#
                + #"{"Name":"sub","Value":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"},"#
                + #"{"Name":"email_verified","Value":"true"},{"Name":"email","Value":"ana@example.test"}],"#
                + #""UserCreateDate":1800000000,"UserLastModifiedDate":1800000000,"Enabled":true,"#
                + #""UserStatus":"CONFIRMED"}"#)
    }

    @Test(
        "every call about an account needs an existing account, this pool and a signature",
        arguments: [
            "AdminGetUser", "AdminConfirmSignUp", "AdminUpdateUserAttributes", "AdminSetUserPassword",
            "AdminDisableUser", "AdminEnableUser", "AdminResetUserPassword",
        ])
    func wrongCallsAreRefused(operation: String) async throws {
        let fixture = try await PoolFixture()
        let missing = PoolError(.userNotFound, "User does not exist.")
        let more = #","UserAttributes":[],"Password":"correct horse""#
        try await fixture.expect(operation, Body.account(more, of: "ghost@example.test"), fails: missing)
        let unsigned = try await fixture.client.error(operation, Body.account(), signed: false)
        #expect(unsigned.code == .missingAuthenticationToken)
        let foreign = #"{"UserPoolId":"eu-west-1_Other","Username":"x"\#(more)}"#
        try await fixture.expect(operation, foreign, fails: .resourceNotFound)
    }

    @Test("an account created for a user must change its password, which is mailed unless that is suppressed")
    func createdAccountMustChangeItsPassword() async throws {
        let fixture = try await PoolFixture()
        let verified = Body.attributes(("email", "bo@example.test"), ("email_verified", "true"))
        let json = try await fixture.call("AdminCreateUser", Body.account(verified, of: "bo@example.test"))
        #expect(json["User"]?["UserStatus"]?.string == "FORCE_CHANGE_PASSWORD")
        #expect(json["User"]?["Attributes"]?.elements.count == 3)
        await expect(fixture.pool.user("bo@example.test")?.attributes["email_verified"], equals: "true")
        let mail = try #require(fixture.mailBox.messages.first)
        #expect(mail.purpose == .temporaryPassword)
        #expect(mail.recipient == "bo@example.test")
        let event = try #require(fixture.preSignUp.events.first)
        #expect(event["triggerSource"]?.string == "PreSignUp_AdminCreateUser")
        #expect(event["callerContext"]?["clientId"]?.isNull == true)
        try await fixture.expect("AdminCreateUser", Body.account(of: "bo@example.test"), fails: .usernameExists)
        let quiet = Body.account(#","MessageAction":"SUPPRESS""#, of: "cy@example.test")
        try await fixture.call("AdminCreateUser", quiet)
        #expect(fixture.mailBox.messages.count == 1)
        let weak = Body.account(#","TemporaryPassword":"short""#, of: "di@example.test")
        try await fixture.expect("AdminCreateUser", weak, fails: .invalidPassword)
    }

    @Test("a new address is pending until its code, unless the call marks it as verified")
    func newAddressIsPending() async throws {
        let fixture = try await PoolFixture({ $0.customAttributes.append("custom:plan") })
        let pending = Body.attributes(("email", "new@example.test"), ("custom:plan", "gold"))
        try await fixture.call("AdminUpdateUserAttributes", Body.account(pending))
        var user = try #require(await fixture.pool.user(PoolFixture.email))
        #expect(user.attributes["custom:plan"] == "gold")
        #expect(user.attributes["email_verified"] == "true")
        #expect(user.pendingAttributes["email"] == "new@example.test")
        #expect(fixture.mailBox.messages.last?.recipient == "new@example.test")
        #expect(fixture.mailBox.messages.last?.purpose == .verifyAttribute)
        let proven = Body.attributes(("email", "new@example.test"), ("email_verified", "true"), ("custom:plan", ""))
        try await fixture.call("AdminUpdateUserAttributes", Body.account(proven))
        user = try #require(await fixture.pool.user("new@example.test"))
        #expect(user.attributes["email_verified"] == "true")
        #expect(user.attributes["custom:plan"] == nil)
        await expect(fixture.pool.user(PoolFixture.email), equals: nil)
        await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
        for (name, value, code) in [
            ("email", "bo@example.test", PoolError.Code.aliasExists), ("sub", "x", .invalidParameter),
        ] {
            let body = Body.account(Body.attributes((name, value)), of: "new@example.test")
            try await fixture.expect("AdminUpdateUserAttributes", body, fails: code)
        }
    }

    @Test("an account can be confirmed once, get passwords, and be disabled and enabled")
    func administratorChangesTheState() async throws {
        let fixture = try await PoolFixture()
        await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
        try await fixture.call("AdminConfirmSignUp", Body.account())
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        try await fixture.expect(
            "AdminConfirmSignUp", Body.account(),
            fails: .notAuthorized("User cannot be confirmed. Current status is CONFIRMED"))
        try await fixture.setPassword("correct horse", permanent: false)
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .forceChangePassword)
        try await fixture.setPassword("correct horse")
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        try await fixture.call("AdminDisableUser", Body.account())
        await expect(fixture.pool.user(PoolFixture.email)?.isEnabled, equals: false)
        try await fixture.call("AdminEnableUser", Body.account())
        _ = try await fixture.signIn()
    }

    @Test("the descriptions of the pool and its client match the template")
    func descriptionsMatchTheTemplate() async throws {
        let fixture = try await PoolFixture()
        let pool = try await fixture.call("DescribeUserPool", Body.pool())
        let settings = pool["UserPool"]
        #expect(settings?["UsernameAttributes"]?.elements.compactMap(\.string) == ["email"])
        #expect(settings?["Policies"]?["PasswordPolicy"]?["MinimumLength"]?.integer == 8)
        let requirement = settings?["UserAttributeUpdateSettings"]?["AttributesRequireVerificationBeforeUpdate"]
        #expect(requirement?.elements.compactMap(\.string) == ["email"])
        #expect(
            settings?["LambdaConfig"]?.members.map(\.name)
                == ["CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp", "VerifyAuthChallengeResponse"])
        let body = Body.pool(#","ClientId":"\#(PoolFixture.clientID)""#)
        let client = try await fixture.call("DescribeUserPoolClient", body)["UserPoolClient"]
        #expect(
            client?["ExplicitAuthFlows"]?.elements.compactMap(\.string)
                == ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"])
        #expect(client?["PreventUserExistenceErrors"]?.string == "ENABLED")
        #expect(client?["AuthSessionValidity"]?.integer == 10)
        #expect(client?["ClientSecret"] == nil)
    }
}

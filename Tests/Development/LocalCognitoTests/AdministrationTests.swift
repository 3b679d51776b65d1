import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("An administrator's calls")
struct AdministrationTests {
    /// A call's body about an account of this pool.
    private func body(_ username: String = PoolFixture.email, _ more: String = "") -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","Username":\#(quoted(username))\#(more)}"#
    }

    private func attributes(_ attributes: [(name: String, value: String)]) -> String {
        #","UserAttributes":["#
            + attributes.map { #"{"Name":\#(quoted($0.name)),"Value":\#(quoted($0.value))}"# }.joined(separator: ",")
            + "]"
    }

    @Test("an account is shown with all its attributes")
    func accountIsShown() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let json = try await fixture.client.call("AdminGetUser", body())
            #expect(
                String(decoding: json.bytes, as: UTF8.self)
                    == #"{"Username":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11","UserAttributes":["#
                    + #"{"Name":"sub","Value":"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"},"#
                    + #"{"Name":"email_verified","Value":"true"},{"Name":"email","Value":"ana@example.test"}],"#
                    + #""UserCreateDate":1800000000,"UserLastModifiedDate":1800000000,"Enabled":true,"#
                    + #""UserStatus":"CONFIRMED"}"#)
        }
    }

    @Test(
        "every call about an account needs an existing account, this pool and a signature",
        arguments: [
            "AdminGetUser", "AdminConfirmSignUp", "AdminUpdateUserAttributes", "AdminSetUserPassword",
            "AdminDisableUser", "AdminEnableUser", "AdminResetUserPassword",
        ])
    func wrongCallsAreRefused(operation: String) async throws {
        try await PoolFixture.run { (fixture) async throws in
            let missing = PoolError(.userNotFound, "User does not exist.")
            let more = #","UserAttributes":[],"Password":"correct horse""#
            try await expect(fixture.client.error(operation, body("ghost@example.test", more)), equals: missing)
            let unsigned = try await fixture.client.error(operation, body(), signed: false)
            #expect(unsigned.code == .missingAuthenticationToken)
            let foreign = #"{"UserPoolId":"eu-west-1_Other","Username":"x"\#(more)}"#
            try await expect(fixture.client.error(operation, foreign).code, equals: .resourceNotFound)
        }
    }

    @Test("an account created for a user must change its password, which is mailed unless that is suppressed")
    func createdAccountMustChangeItsPassword() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let verified = attributes([("email", "bo@example.test"), ("email_verified", "true")])
            let json = try await fixture.client.call("AdminCreateUser", body("bo@example.test", verified))
            #expect(json["User"]?["UserStatus"]?.string == "FORCE_CHANGE_PASSWORD")
            #expect(json["User"]?["Attributes"]?.elements.count == 3)
            await expect(fixture.pool.user("bo@example.test")?.attributes["email_verified"], equals: "true")
            let mail = try #require(fixture.mailBox.messages.first)
            #expect(mail.purpose == .temporaryPassword)
            #expect(mail.recipient == "bo@example.test")
            let event = try #require(fixture.preSignUp.events.first)
            #expect(event["triggerSource"]?.string == "PreSignUp_AdminCreateUser")
            #expect(event["callerContext"]?["clientId"]?.isNull == true)
            let again = try await fixture.client.error("AdminCreateUser", body("bo@example.test"))
            #expect(again.code == .usernameExists)
            let resend = body("bo@example.test", #","MessageAction":"RESEND""#)
            try await fixture.client.call("AdminCreateUser", resend)
            #expect(fixture.mailBox.messages.count == 2)
            let quiet = body("cy@example.test", #","MessageAction":"SUPPRESS""#)
            try await fixture.client.call("AdminCreateUser", quiet)
            #expect(fixture.mailBox.messages.count == 2)
            let weak = body("di@example.test", #","TemporaryPassword":"short""#)
            try await expect(fixture.client.error("AdminCreateUser", weak).code, equals: .invalidPassword)
        }
    }

    @Test("a new address is pending until its code, unless the call marks it as verified")
    func newAddressIsPending() async throws {
        try await PoolFixture.run({ $0.customAttributes.append("custom:plan") }) { (fixture) async throws in
            let call = { (attributes: [(name: String, value: String)]) in
                body(PoolFixture.email, self.attributes(attributes))
            }
            let pending = call([("email", "new@example.test"), ("custom:plan", "gold")])
            try await fixture.client.call("AdminUpdateUserAttributes", pending)
            var user = try #require(await fixture.pool.user(PoolFixture.email))
            #expect(user.attributes["custom:plan"] == "gold")
            #expect(user.attributes["email_verified"] == "true")
            #expect(user.pendingAttributes["email"] == "new@example.test")
            #expect(fixture.mailBox.messages.last?.recipient == "new@example.test")
            #expect(fixture.mailBox.messages.last?.purpose == .verifyAttribute)
            let proven = call([("email", "new@example.test"), ("email_verified", "true"), ("custom:plan", "")])
            try await fixture.client.call("AdminUpdateUserAttributes", proven)
            user = try #require(await fixture.pool.user("new@example.test"))
            #expect(user.attributes["email_verified"] == "true")
            #expect(user.attributes["custom:plan"] == nil)
            await expect(fixture.pool.user(PoolFixture.email), equals: nil)
        }
    }

    @Test("without that setting a new address counts at once, as unverified")
    func addressIsUpdatedAtOnce() async throws {
        try await PoolFixture.run({ $0.verifiedBeforeUpdate = [] }) { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
            let change = body(PoolFixture.email, attributes([("email", "new@example.test")]))
            try await fixture.client.call("AdminUpdateUserAttributes", change)
            await expect(fixture.pool.user("new@example.test")?.attributes["email_verified"], equals: "false")
            let taken = body("new@example.test", attributes([("email", "bo@example.test")]))
            try await expect(fixture.client.error("AdminUpdateUserAttributes", taken).code, equals: .aliasExists)
            let sub = body("new@example.test", attributes([("sub", "x")]))
            try await expect(fixture.client.error("AdminUpdateUserAttributes", sub).code, equals: .invalidParameter)
        }
    }

    @Test("an account can be confirmed once, get passwords, and be disabled and enabled")
    func administratorChangesTheState() async throws {
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user(status: .unconfirmed))
            try await fixture.client.call("AdminConfirmSignUp", body())
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
            try await expect(
                fixture.client.error("AdminConfirmSignUp", body()),
                equals: PoolError(.notAuthorized, "User cannot be confirmed. Current status is CONFIRMED"))
            let temporary = body(PoolFixture.email, #","Password":"correct horse""#)
            try await fixture.client.call("AdminSetUserPassword", temporary)
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .forceChangePassword)
            let permanent = body(PoolFixture.email, #","Password":"correct horse","Permanent":true"#)
            try await fixture.client.call("AdminSetUserPassword", permanent)
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
            try await fixture.client.call("AdminDisableUser", body())
            await expect(fixture.pool.user(PoolFixture.email)?.isEnabled, equals: false)
            try await fixture.client.call("AdminEnableUser", body())
            _ = try await fixture.signIn()
        }
    }

    @Test("the descriptions of the pool and its client match the template")
    func descriptionsMatchTheTemplate() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let pool = try await fixture.client.call("DescribeUserPool", #"{"UserPoolId":"eu-west-1_Sandbox01"}"#)
            let settings = pool["UserPool"]
            #expect(settings?["UsernameAttributes"]?.elements.compactMap(\.string) == ["email"])
            #expect(settings?["Policies"]?["PasswordPolicy"]?["MinimumLength"]?.integer == 8)
            let requirement = settings?["UserAttributeUpdateSettings"]?["AttributesRequireVerificationBeforeUpdate"]
            #expect(requirement?.elements.compactMap(\.string) == ["email"])
            #expect(
                settings?["LambdaConfig"]?.members.map(\.name)
                    == ["CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp", "VerifyAuthChallengeResponse"])
            let body = #"{"UserPoolId":"eu-west-1_Sandbox01","ClientId":"\#(PoolFixture.clientID)"}"#
            let client = try await fixture.client.call("DescribeUserPoolClient", body)["UserPoolClient"]
            #expect(
                client?["ExplicitAuthFlows"]?.elements.compactMap(\.string)
                    == ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"])
            #expect(client?["PreventUserExistenceErrors"]?.string == "ENABLED")
            #expect(client?["AuthSessionValidity"]?.integer == 10)
            #expect(client?["ClientSecret"] == nil)
        }
    }
}

import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Changes of a signed-in user's own account")
struct OwnAccountTests {
    private func proof(_ code: String, _ attribute: String = "email") -> String {
        #","AttributeName":"\#(attribute)","Code":"\#(code)""#
    }

    @Test("a new address counts only after its code; until then the old address counts")
    func newAddressCountsAfterItsCode() async throws {
        let fixture = try await PoolFixture()
        let token = try await fixture.accessToken()
        let change = Body.own(token, Body.attributes(("email", "new@example.test")))
        let json = try await fixture.call("UpdateUserAttributes", change)
        let delivery = json["CodeDeliveryDetailsList"]?.elements.first
        #expect(delivery?["Destination"]?.string == "n***@e***")
        #expect(delivery?["AttributeName"]?.string == "email")
        await expect(fixture.pool.user(PoolFixture.email)?.attributes["email_verified"], equals: "true")
        await expect(fixture.pool.user("new@example.test"), equals: nil)
        let mail = try #require(fixture.mailBox.messages.last)
        #expect(mail.recipient == "new@example.test")
        try await fixture.expect("VerifyUserAttribute", Body.own(token, proof(fixture.wrongCode)), fails: .codeMismatch)
        try await fixture.call("VerifyUserAttribute", Body.own(token, proof(mail.code)))
        let user = try #require(await fixture.pool.user("new@example.test"))
        #expect(user.attributes["email_verified"] == "true")
        #expect(user.pendingAttributes["email"] == nil)
        await expect(fixture.pool.user(PoolFixture.email), equals: nil)
        try await fixture.expect("VerifyUserAttribute", Body.own(token, proof(mail.code)), fails: .expiredCode)
    }

    @Test("the user can ask for another code five times an hour, and it replaces the one before")
    func anotherCodeReplacesTheOneBefore() async throws {
        let fixture = try await PoolFixture()
        let token = try await fixture.accessToken()
        let ask = Body.own(token, #","AttributeName":"email""#)
        for _ in 1...5 {
            let json = try await fixture.call("GetUserAttributeVerificationCode", ask)
            #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "a***@e***")
        }
        try await fixture.expect("GetUserAttributeVerificationCode", ask, fails: .limitExceeded)
        try await fixture.call("VerifyUserAttribute", Body.own(token, proof(fixture.code)))
        for attribute in ["phone_number", "name", "sub"] {
            let other = Body.own(token, #","AttributeName":"\#(attribute)""#)
            try await fixture.expect("GetUserAttributeVerificationCode", other, fails: .invalidParameter)
        }
    }

    @Test("an address that another account has verified in the meantime cannot be taken")
    func verifiedAddressCannotBeTaken() async throws {
        let fixture = try await PoolFixture()
        let token = try await fixture.accessToken()
        try await fixture.call("UpdateUserAttributes", Body.own(token, Body.attributes(("email", "bo@example.test"))))
        await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
        let taken = PoolError(.aliasExists, "An account with the given email already exists.")
        try await fixture.expect("VerifyUserAttribute", Body.own(token, proof(fixture.code)), fails: taken)
        let change = Body.own(token, Body.attributes(("email", "bo@example.test")))
        try await fixture.expect("UpdateUserAttributes", change, fails: taken)
        _ = try #require(await fixture.pool.user(PoolFixture.email))
    }

    @Test("attributes that the client may not write and values that cannot be right are refused")
    func forbiddenChangesAreRefused() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = ["email", "name"] })
        let token = try await fixture.accessToken()
        for name in ["email_verified", "custom:role", "sub", "phone_number"] {
            let change = Body.own(token, Body.attributes((name, "true")))
            try await fixture.expect("UpdateUserAttributes", change, fails: .unwritable)
        }
        for value in ["", "nobody"] {
            let change = Body.own(token, Body.attributes(("email", value)))
            try await fixture.expect("UpdateUserAttributes", change, fails: .invalidParameter)
        }
        try await fixture.call("UpdateUserAttributes", Body.own(token, Body.attributes(("name", "Ana"))))
        await expect(fixture.pool.user(PoolFixture.email)?.attributes["name"], equals: "Ana")
        let invalid = PoolError(.notAuthorized, "Invalid Access Token")
        let calls = [
            "UpdateUserAttributes": Body.attributes(("name", "Bo")), "VerifyUserAttribute": proof("000000"),
            "GetUserAttributeVerificationCode": #","AttributeName":"email""#, "DeleteUser": "",
        ]
        for (operation, more) in calls {
            try await fixture.expect(operation, Body.own("x", more), fails: invalid)
        }
    }

    @Test("a deleted account loses its tokens, and its address is free", arguments: [true, false])
    func deletedAccountLosesItsTokens(byUser: Bool) async throws {
        let fixture = try await PoolFixture()
        let result = try await fixture.signIn()
        let token = try #require(result["AccessToken"]?.string)
        let session = try await fixture.session()
        if byUser {
            try await fixture.call("DeleteUser", Body.own(token))
        } else {
            try await fixture.call("AdminDeleteUser", Body.account())
        }
        await expect(fixture.pool.user(PoolFixture.email), equals: nil)
        try await fixture.expect("GetUser", Body.own(token), fails: .revoked)
        let answer = fixture.answer("open sesame", session)
        try await fixture.expect("RespondToAuthChallenge", answer, fails: .notAuthorized)
        let sub = try await fixture.call("SignUp", Body.user(#","Password":"correct horse""#))["UserSub"]?.string
        #expect(sub != nil && sub != PoolFixture.user().sub)
    }

    @Test(
        "neither the user nor an administrator can change an immutable attribute",
        arguments: ["UpdateUserAttributes", "AdminUpdateUserAttributes"])
    func immutableAttributeCannotChange(operation: String) async throws {
        let name = "custom:oidc_subject"
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = nil })
        let change = Body.attributes((name, "another"))
        let body =
            operation.hasPrefix("Admin") ? Body.account(change) : Body.own(try await fixture.accessToken(), change)
        let words = "user.\(name): Attribute cannot be updated.\n(changing an immutable attribute)"
        try await fixture.expect(operation, body, fails: .parameter(words))
        await expect(fixture.pool.user(PoolFixture.email)?.attributes[name], equals: nil)
    }

    @Test("an attribute that the client may write can be deleted, unless the pool requires it")
    func attributesAreDeleted() async throws {
        func names(_ names: String...) -> String {
            #","UserAttributeNames":[\#(names.map { quoted($0) }.joined(separator: ","))]"#
        }
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = ["email", "name"] })
        var user = PoolFixture.user()
        (user.attributes["name"], user.attributes["nickname"]) = ("Ana", "A")
        await fixture.pool.store(user)
        let token = try await fixture.accessToken()
        let answer = try await fixture.call("DeleteUserAttributes", Body.own(token, names("name")))
        #expect(answer.members.isEmpty)
        await expect(fixture.pool.user(PoolFixture.email)?.attributes["name"], equals: nil)
        try await fixture.expect("DeleteUserAttributes", Body.own(token, names("nickname")), fails: .unwritable)
        let required = PoolError(
            .invalidParameter, "Attributes did not conform to the schema: email: The attribute is required\n")
        try await fixture.expect("DeleteUserAttributes", Body.own(token, names("email")), fails: required)
        try await fixture.expect(
            "DeleteUserAttributes", Body.own(token),
            fails: PoolError(
                .invalidParameter,
                "1 validation error detected: Value null at 'userAttributeNames' failed to satisfy "
                    + "constraint: Member must not be null"))
        try await fixture.call("AdminDeleteUserAttributes", Body.account(names("nickname")))
        await expect(fixture.pool.user(PoolFixture.email)?.attributes["nickname"], equals: nil)
        try await fixture.expect("AdminDeleteUserAttributes", Body.account(names("email", "name")), fails: required)
        try await fixture.expect("AdminDeleteUserAttributes", Body.account(names("plan")), fails: .invalidParameter)
    }
}

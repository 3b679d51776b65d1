import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Changes of a signed-in user's own account")
struct OwnAccountTests {
    private func body(_ token: String, _ more: String = "") -> String { #"{"AccessToken":"\#(token)"\#(more)}"# }

    private func setting(_ name: String, _ value: String) -> String {
        #","UserAttributes":[{"Name":\#(quoted(name)),"Value":\#(quoted(value))}]"#
    }

    private func proof(_ code: String, _ attribute: String = "email") -> String {
        #","AttributeName":"\#(attribute)","Code":"\#(code)""#
    }

    private func access(_ fixture: PoolFixture) async throws -> String {
        try #require(try await fixture.signIn()["AccessToken"]?.string)
    }

    @Test("a new address counts only after its code; until then the old address counts")
    func newAddressCountsAfterItsCode() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let token = try await access(fixture)
            let change = body(token, setting("email", "new@example.test"))
            let json = try await fixture.client.call("UpdateUserAttributes", change)
            let delivery = json["CodeDeliveryDetailsList"]?.elements.first
            #expect(delivery?["Destination"]?.string == "n***@e***")
            #expect(delivery?["AttributeName"]?.string == "email")
            await expect(fixture.pool.user(PoolFixture.email)?.attributes["email_verified"], equals: "true")
            await expect(fixture.pool.user("new@example.test"), equals: nil)
            let mail = try #require(fixture.mailBox.messages.last)
            #expect(mail.recipient == "new@example.test")
            let wrong = mail.code == "000000" ? "000001" : "000000"
            let refused = try await fixture.client.error("VerifyUserAttribute", body(token, proof(wrong)))
            #expect(refused.code == .codeMismatch)
            try await fixture.client.call("VerifyUserAttribute", body(token, proof(mail.code)))
            let user = try #require(await fixture.pool.user("new@example.test"))
            #expect(user.attributes["email_verified"] == "true")
            #expect(user.pendingAttributes["email"] == nil)
            await expect(fixture.pool.user(PoolFixture.email), equals: nil)
            let again = try await fixture.client.error("VerifyUserAttribute", body(token, proof(mail.code)))
            #expect(again.code == .expiredCode)
        }
    }

    @Test("without that setting a new address counts at once, as unverified, and a code is still sent")
    func newAddressCountsAtOnce() async throws {
        try await PoolFixture.run({ $0.verifiedBeforeUpdate = [] }) { (fixture) async throws in
            let token = try await access(fixture)
            try await fixture.client.call(
                "UpdateUserAttributes", body(token, setting("email", "new@example.test")))
            await expect(fixture.pool.user("new@example.test")?.attributes["email_verified"], equals: "false")
            let code = try #require(fixture.mailBox.messages.last?.code)
            // The code belongs to the address it was sent to.
            try await fixture.client.call(
                "UpdateUserAttributes", body(token, setting("email", "third@example.test")))
            let newest = try #require(fixture.mailBox.messages.last?.code)
            if newest != code {
                let old = try await fixture.client.error("VerifyUserAttribute", body(token, proof(code)))
                #expect(old.code == .codeMismatch)
            }
            try await fixture.client.call("VerifyUserAttribute", body(token, proof(newest)))
            await expect(fixture.pool.user("third@example.test")?.attributes["email_verified"], equals: "true")
        }
    }

    @Test("the user can ask for another code five times an hour, and it replaces the one before")
    func anotherCodeReplacesTheOneBefore() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let token = try await access(fixture)
            let ask = body(token, #","AttributeName":"email""#)
            for _ in 1...5 {
                let json = try await fixture.client.call("GetUserAttributeVerificationCode", ask)
                #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "a***@e***")
            }
            let refused = try await fixture.client.error("GetUserAttributeVerificationCode", ask)
            #expect(refused.code == .limitExceeded)
            let code = try #require(fixture.mailBox.messages.last?.code)
            try await fixture.client.call("VerifyUserAttribute", body(token, proof(code)))
            for attribute in ["phone_number", "name", "sub"] {
                let other = body(token, #","AttributeName":"\#(attribute)""#)
                let error = try await fixture.client.error("GetUserAttributeVerificationCode", other)
                #expect(error.code == .invalidParameter)
            }
        }
    }

    @Test("an address that another account has verified in the meantime cannot be taken")
    func verifiedAddressCannotBeTaken() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let token = try await access(fixture)
            try await fixture.client.call(
                "UpdateUserAttributes", body(token, setting("email", "bo@example.test")))
            let code = try #require(fixture.mailBox.messages.last?.code)
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
            let taken = PoolError(.aliasExists, "An account with the given email already exists.")
            try await expect(fixture.client.error("VerifyUserAttribute", body(token, proof(code))), equals: taken)
            let change = body(token, setting("email", "bo@example.test"))
            try await expect(fixture.client.error("UpdateUserAttributes", change), equals: taken)
            _ = try #require(await fixture.pool.user(PoolFixture.email))
        }
    }

    @Test("attributes that the client may not write and values that cannot be right are refused")
    func forbiddenChangesAreRefused() async throws {
        try await PoolFixture.run({ $0.clients[0].writeAttributes = ["email", "name"] }) { (fixture) async throws in
            let token = try await access(fixture)
            let unauthorized = PoolError(.notAuthorized, "A client attempted to write unauthorized attribute")
            for name in ["email_verified", "custom:role", "sub", "phone_number"] {
                let change = body(token, setting(name, "true"))
                try await expect(fixture.client.error("UpdateUserAttributes", change), equals: unauthorized)
            }
            for value in ["", "nobody"] {
                let change = body(token, setting("email", value))
                try await expect(fixture.client.error("UpdateUserAttributes", change).code, equals: .invalidParameter)
            }
            try await fixture.client.call("UpdateUserAttributes", body(token, setting("name", "Ana")))
            await expect(fixture.pool.user(PoolFixture.email)?.attributes["name"], equals: "Ana")
            let invalid = PoolError(.notAuthorized, "Invalid Access Token")
            let calls = [
                "UpdateUserAttributes": setting("name", "Bo"), "VerifyUserAttribute": proof("000000"),
                "GetUserAttributeVerificationCode": #","AttributeName":"email""#, "DeleteUser": "",
            ]
            for (operation, more) in calls {
                try await expect(fixture.client.error(operation, body("x", more)), equals: invalid)
            }
        }
    }

    @Test("a deleted account loses its tokens, and its address is free", arguments: [true, false])
    func deletedAccountLosesItsTokens(byUser: Bool) async throws {
        try await PoolFixture.run { (fixture) async throws in
            let result = try await fixture.signIn()
            let token = try #require(result["AccessToken"]?.string)
            let session = try await fixture.session()
            if byUser {
                try await fixture.client.call("DeleteUser", body(token))
            } else {
                let account = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)"}"#
                try await fixture.client.call("AdminDeleteUser", account)
            }
            await expect(fixture.pool.user(PoolFixture.email), equals: nil)
            try await expect(
                fixture.client.error("GetUser", body(token)),
                equals: PoolError(.notAuthorized, "Access Token has been revoked"))
            let answer = fixture.answer("open sesame", session)
            try await expect(fixture.client.error("RespondToAuthChallenge", answer).code, equals: .notAuthorized)
            let signUp =
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"\#(PoolFixture.email)","#
                + #""Password":"correct horse"}"#
            let sub = try await fixture.client.call("SignUp", signUp)["UserSub"]?.string
            #expect(sub != nil && sub != PoolFixture.user().sub)
        }
    }

    @Test(
        "neither the user nor an administrator can change an immutable attribute",
        arguments: ["UpdateUserAttributes", "Admin"])
    func immutableAttributeCannotChange(operation: String) async throws {
        let name = "custom:oidc_subject"
        try await PoolFixture.run({ $0.clients[0].writeAttributes = nil }) { (fixture) async throws in
            let change = setting(name, "another")
            let error =
                operation == "Admin"
                ? try await fixture.client.error(
                    "AdminUpdateUserAttributes",
                    #"{"UserPoolId":"\#(fixture.pool.settings.id)","Username":"\#(PoolFixture.email)"\#(change)}"#)
                : try await fixture.client.error(operation, body(try await access(fixture), change))
            #expect(error.code == .invalidParameter)
            #expect(error.message.contains("user.\(name): Attribute cannot be updated."))
            await expect(fixture.pool.user(PoolFixture.email)?.attributes[name], equals: nil)
        }
    }

    @Test("an attribute that the client may write can be deleted, unless the pool requires it")
    func attributesAreDeleted() async throws {
        func names(_ names: String...) -> String {
            #","UserAttributeNames":[\#(names.map { quoted($0) }.joined(separator: ","))]"#
        }
        func admin(_ more: String) -> String {
            #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)"\#(more)}"#
        }
        try await PoolFixture.run({ $0.clients[0].writeAttributes = ["email", "name"] }) { (fixture) async throws in
            var user = PoolFixture.user()
            (user.attributes["name"], user.attributes["nickname"]) = ("Ana", "A")
            await fixture.pool.store(user)
            let token = try await access(fixture)
            let answer = try await fixture.client.call("DeleteUserAttributes", body(token, names("name")))
            #expect(answer.members.isEmpty)
            await expect(fixture.pool.user(PoolFixture.email)?.attributes["name"], equals: nil)
            let unwritable = try await fixture.client.error("DeleteUserAttributes", body(token, names("nickname")))
            #expect(unwritable == PoolError(.notAuthorized, "A client attempted to write unauthorized attribute"))
            let required = PoolError(
                .invalidParameter, "Attributes did not conform to the schema: email: The attribute is required\n")
            try await expect(
                fixture.client.error("DeleteUserAttributes", body(token, names("email"))), equals: required)
            try await expect(
                fixture.client.error("DeleteUserAttributes", body(token)),
                equals: PoolError(
                    .invalidParameter,
                    "1 validation error detected: Value null at 'userAttributeNames' failed to satisfy "
                        + "constraint: Member must not be null"))
            try await fixture.client.call("AdminDeleteUserAttributes", admin(names("nickname")))
            await expect(fixture.pool.user(PoolFixture.email)?.attributes["nickname"], equals: nil)
            try await expect(
                fixture.client.error("AdminDeleteUserAttributes", admin(names("email", "name"))), equals: required)
            let unknown = try await fixture.client.error("AdminDeleteUserAttributes", admin(names("plan")))
            #expect(unknown.code == .invalidParameter)
        }
    }
}

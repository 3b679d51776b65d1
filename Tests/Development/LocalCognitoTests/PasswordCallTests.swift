import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The calls that change a password")
struct PasswordCallTests {
    private static let old = "correct horse"
    private static let new = "battery staple"
    private static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")

    private func body(_ name: String = PoolFixture.email, _ more: String = "") -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","Username":\#(quoted(name))\#(more)}"#
    }

    private func confirmation(_ code: String, name: String = PoolFixture.email, _ password: String = new) -> String {
        body(name, #","ConfirmationCode":"\#(code)","Password":"\#(password)""#)
    }

    private func adminBody(_ name: String = PoolFixture.email, _ more: String = "") -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","Username":\#(quoted(name))\#(more)}"#
    }

    private func setPassword(_ fixture: PoolFixture) async throws {
        try await fixture.client.call(
            "AdminSetUserPassword", adminBody(PoolFixture.email, #","Password":"\#(Self.old)","Permanent":true"#))
    }

    private func change(_ fixture: PoolFixture, _ previous: String?, to proposed: String) async throws -> String {
        let token = try #require(try await fixture.signIn()["AccessToken"]?.string)
        let previous = previous.map { #","PreviousPassword":"\#($0)""# } ?? ""
        return #"{"AccessToken":"\#(token)","ProposedPassword":"\#(proposed)"\#(previous)}"#
    }

    @Test("a signed-in user changes the password with the old one, which then no longer counts")
    func passwordIsChanged() async throws {
        try await PoolFixture.run { (fixture) async throws in
            try await setPassword(fixture)
            let wrong = try await change(fixture, "another one", to: Self.new)
            try await expect(fixture.client.error("ChangePassword", wrong), equals: Self.incorrect)
            let missing = try await change(fixture, nil, to: Self.new)
            try await expect(
                fixture.client.error("ChangePassword", missing),
                equals: PoolError(.invalidParameter, "Missing required parameter PreviousPassword"))
            let weak = try await change(fixture, Self.old, to: "short")
            try await expect(fixture.client.error("ChangePassword", weak).code, equals: .invalidPassword)
            let json = try await fixture.client.call("ChangePassword", change(fixture, Self.old, to: Self.new))
            #expect(json.members.isEmpty)
            let stale = try await change(fixture, Self.old, to: Self.old)
            try await expect(fixture.client.error("ChangePassword", stale), equals: Self.incorrect)
            try await fixture.client.call("ChangePassword", change(fixture, Self.new, to: Self.old))
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        }
    }

    @Test("a user without a password sets the first one without an old one")
    func firstPasswordIsSet() async throws {
        try await PoolFixture.run { (fixture) async throws in
            try await fixture.client.call("ChangePassword", change(fixture, nil, to: Self.new))
            try await expect(
                fixture.client.error("ChangePassword", change(fixture, Self.old, to: Self.old)), equals: Self.incorrect)
        }
    }

    @Test("if only administrators reset passwords, no name gets a code and every name is refused alike")
    func adminOnlyRecoveryRefusesEverybody() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let refusal = PoolError(.notAuthorized, "Contact administrator to reset password.")
            for name in [PoolFixture.email, "ghost@example.test"] {
                try await expect(fixture.client.error("ForgotPassword", body(name)), equals: refusal)
            }
            try await expect(fixture.client.error("AdminResetUserPassword", adminBody()), equals: refusal)
            try await expect(
                fixture.client.error("ConfirmForgotPassword", confirmation("123456")),
                equals: PoolError(.expiredCode, "Invalid code provided, please request a code again."))
            try await expect(
                fixture.client.error("ConfirmForgotPassword", confirmation("1", name: "ghost@example.test")).code,
                equals: .codeMismatch)
            #expect(fixture.mailBox.messages.isEmpty)
            await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
        }
    }

    @Test("with recovery by email, a code sets a new password once and within an hour", arguments: [3599, 3600])
    func codeSetsPassword(age: Int64) async throws {
        let confirmed = ClosureFunction { .reply($0.text) }
        try await PoolFixture.run(
            { $0.accountRecovery = .verifiedEmail }, others: [.postConfirmation: confirmed]
        ) { (fixture) async throws in
            try await setPassword(fixture)
            let delivery = try await fixture.client.call("ForgotPassword", body())["CodeDeliveryDetails"]
            #expect(delivery?["Destination"]?.string == "a***@e***")
            let mail = try #require(fixture.mailBox.messages.last)
            #expect(mail.purpose == .resetPassword && mail.recipient == PoolFixture.email)
            let wrong = mail.code == "000000" ? "000001" : "000000"
            let refused = try await fixture.client.error("ConfirmForgotPassword", confirmation(wrong))
            #expect(refused.code == .codeMismatch)
            let weak = try await fixture.client.error("ConfirmForgotPassword", confirmation(mail.code, "short"))
            #expect(weak.code == .invalidPassword)
            fixture.wait(seconds: age)
            guard age < 3600 else {
                let late = try await fixture.client.error("ConfirmForgotPassword", confirmation(mail.code))
                #expect(late.code == .expiredCode)
                return
            }
            try await fixture.client.call("ConfirmForgotPassword", confirmation(mail.code))
            #expect(confirmed.events.last?["triggerSource"]?.string == "PostConfirmation_ConfirmForgotPassword")
            let again = try await fixture.client.error("ConfirmForgotPassword", confirmation(mail.code))
            #expect(again.code == .expiredCode)
            try await fixture.client.call("ChangePassword", change(fixture, Self.new, to: Self.old))
        }
    }

    @Test("with recovery by email, a client that hides its users hides who cannot recover", arguments: [true, false])
    func recoveryHidesUsers(isHidden: Bool) async throws {
        func settings(_ settings: inout PoolSettings) {
            settings.accountRecovery = .verifiedEmail
            settings.clients[0].userExistenceErrors = isHidden ? .enabled : .legacy
        }
        try await PoolFixture.run(settings) { (fixture) async throws in
            var unverified = PoolFixture.user("bo@example.test", sub: "bo")
            unverified.attributes["email_verified"] = "false"
            await fixture.pool.store(unverified)
            var disabled = PoolFixture.user("cy@example.test", sub: "cy")
            disabled.isEnabled = false
            await fixture.pool.store(disabled)
            await fixture.pool.store(PoolFixture.user("di@example.test", sub: "di", status: .forceChangePassword))
            let refusals = [
                "ghost@example.test": PoolError(.userNotFound, "Username/client id combination not found."),
                "bo@example.test": PoolError(
                    .invalidParameter,
                    "Cannot reset password for the user as there is no registered/verified email or phone_number"),
                "cy@example.test": PoolError(.notAuthorized, "User is disabled."),
            ]
            for (name, refusal) in refusals {
                if isHidden {
                    let json = try await fixture.client.call("ForgotPassword", body(name))
                    #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "\(name.prefix(1))***@e***")
                } else {
                    try await expect(fixture.client.error("ForgotPassword", body(name)), equals: refusal)
                }
            }
            try await expect(
                fixture.client.error("ForgotPassword", body("di@example.test")),
                equals: PoolError(.notAuthorized, "User password cannot be reset in the current state."))
            #expect(fixture.mailBox.messages.isEmpty)
        }
    }

    @Test("after an administrator's reset the old password signs nobody in until the code has set a new one")
    func resetPasswordSignsNobodyIn() async throws {
        try await PoolFixture.run({ $0.accountRecovery = .verifiedEmail }) { (fixture) async throws in
            try await setPassword(fixture)
            try await fixture.client.call("AdminResetUserPassword", adminBody())
            let user = try await fixture.client.call("AdminGetUser", adminBody())
            #expect(user["UserStatus"]?.string == "RESET_REQUIRED")
            try await expect(
                fixture.client.error("ChangePassword", change(fixture, Self.old, to: Self.new)),
                equals: PoolError(.passwordResetRequired, "Password reset required for the user"))
            let code = try #require(fixture.mailBox.messages.last?.code)
            try await fixture.client.call("ConfirmForgotPassword", confirmation(code))
            try await fixture.client.call("ChangePassword", change(fixture, Self.new, to: Self.old))
        }
    }
}

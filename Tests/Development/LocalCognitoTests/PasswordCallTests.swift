import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The calls that change a password")
struct PasswordCallTests {
    private static let old = "correct horse"
    private static let new = "battery staple"

    private func confirmation(_ code: String, name: String = PoolFixture.email, _ password: String = new) -> String {
        Body.user(#","ConfirmationCode":"\#(code)","Password":"\#(password)""#, of: name)
    }

    private func change(_ fixture: PoolFixture, _ previous: String?, to proposed: String) async throws -> String {
        let previous = previous.map { #","PreviousPassword":"\#($0)""# } ?? ""
        return Body.own(try await fixture.accessToken(), #","ProposedPassword":"\#(proposed)"\#(previous)"#)
    }

    @Test("a signed-in user changes the password with the old one, which then no longer counts")
    func passwordIsChanged() async throws {
        let fixture = try await PoolFixture()
        try await fixture.setPassword(Self.old)
        let wrong = try await change(fixture, "another one", to: Self.new)
        try await fixture.expect("ChangePassword", wrong, fails: .incorrect)
        let missing = try await change(fixture, nil, to: Self.new)
        try await fixture.expect(
            "ChangePassword", missing, fails: .parameter("Missing required parameter PreviousPassword"))
        let weak = try await change(fixture, Self.old, to: "short")
        try await fixture.expect("ChangePassword", weak, fails: .invalidPassword)
        let json = try await fixture.call("ChangePassword", change(fixture, Self.old, to: Self.new))
        #expect(json.members.isEmpty)
        let stale = try await change(fixture, Self.old, to: Self.old)
        try await fixture.expect("ChangePassword", stale, fails: .incorrect)
        try await fixture.call("ChangePassword", change(fixture, Self.new, to: Self.old))
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
    }

    @Test("a user without a password sets the first one without an old one")
    func firstPasswordIsSet() async throws {
        let fixture = try await PoolFixture()
        try await fixture.call("ChangePassword", change(fixture, nil, to: Self.new))
        try await fixture.expect("ChangePassword", change(fixture, Self.old, to: Self.old), fails: .incorrect)
    }

    @Test("if only administrators reset passwords, no name gets a code and every name is refused alike")
    func adminOnlyRecoveryRefusesEverybody() async throws {
        let fixture = try await PoolFixture()
        let refusal = PoolError(.notAuthorized, "Contact administrator to reset password.")
        for name in [PoolFixture.email, "ghost@example.test"] {
            try await fixture.expect("ForgotPassword", Body.user(of: name), fails: refusal)
        }
        try await fixture.expect("AdminResetUserPassword", Body.account(), fails: refusal)
        try await fixture.expect(
            "ConfirmForgotPassword", confirmation("123456"),
            fails: PoolError(.expiredCode, "Invalid code provided, please request a code again."))
        try await fixture.expect(
            "ConfirmForgotPassword", confirmation("1", name: "ghost@example.test"), fails: .codeMismatch)
        #expect(fixture.mailBox.messages.isEmpty)
        await expect(fixture.pool.user(PoolFixture.email)?.status, equals: .confirmed)
    }

    @Test("with recovery by email, a code sets a new password once and within an hour", arguments: [3599, 3600])
    func codeSetsPassword(age: Int64) async throws {
        let fixture = try await PoolFixture({ $0.accountRecovery = .verifiedEmail })
        try await fixture.setPassword(Self.old)
        let delivery = try await fixture.call("ForgotPassword", Body.user())["CodeDeliveryDetails"]
        #expect(delivery?["Destination"]?.string == "a***@e***")
        let mail = try #require(fixture.mailBox.messages.last)
        #expect(mail.purpose == .resetPassword && mail.recipient == PoolFixture.email)
        try await fixture.expect("ConfirmForgotPassword", confirmation(fixture.wrongCode), fails: .codeMismatch)
        try await fixture.expect("ConfirmForgotPassword", confirmation(mail.code, "short"), fails: .invalidPassword)
        fixture.wait(seconds: age)
        guard age < 3600 else {
            try await fixture.expect("ConfirmForgotPassword", confirmation(mail.code), fails: .expiredCode)
            return
        }
        try await fixture.call("ConfirmForgotPassword", confirmation(mail.code))
        try await fixture.expect("ConfirmForgotPassword", confirmation(mail.code), fails: .expiredCode)
        try await fixture.call("ChangePassword", change(fixture, Self.new, to: Self.old))
    }

    @Test("with recovery by email, a client that hides its users hides who cannot recover", arguments: [true, false])
    func recoveryHidesUsers(isHidden: Bool) async throws {
        func settings(_ settings: inout PoolSettings) {
            settings.accountRecovery = .verifiedEmail
            settings.clients[0].userExistenceErrors = isHidden ? .enabled : .legacy
        }
        let fixture = try await PoolFixture(settings)
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
                let json = try await fixture.call("ForgotPassword", Body.user(of: name))
                #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "\(name.prefix(1))***@e***")
            } else {
                try await fixture.expect("ForgotPassword", Body.user(of: name), fails: refusal)
            }
        }
        try await fixture.expect(
            "ForgotPassword", Body.user(of: "di@example.test"),
            fails: .notAuthorized("User password cannot be reset in the current state."))
        #expect(fixture.mailBox.messages.isEmpty)
    }

    @Test("after an administrator's reset the old password signs nobody in until the code has set a new one")
    func resetPasswordSignsNobodyIn() async throws {
        let fixture = try await PoolFixture({ $0.accountRecovery = .verifiedEmail })
        try await fixture.setPassword(Self.old)
        try await fixture.call("AdminResetUserPassword", Body.account())
        let user = try await fixture.call("AdminGetUser", Body.account())
        #expect(user["UserStatus"]?.string == "RESET_REQUIRED")
        try await fixture.expect(
            "ChangePassword", change(fixture, Self.old, to: Self.new),
            fails: PoolError(.passwordResetRequired, "Password reset required for the user"))
        try await fixture.call("ConfirmForgotPassword", confirmation(fixture.code))
        try await fixture.call("ChangePassword", change(fixture, Self.new, to: Self.old))
    }
}

import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Signing up")
struct SignUpTests {
    static let new = "bo@example.test"

    static func signUp(_ username: String = new, password: String = "correct horse", more: String = "") -> String {
        Body.user(#","Password":\#(quoted(password))\#(more)"#, of: username)
    }

    private func confirm(_ code: String, _ username: String = new, more: String = "") -> String {
        Body.user(#","ConfirmationCode":"\#(code)"\#(more)"#, of: username)
    }

    private func resend(_ username: String = new) -> String { Body.user(of: username) }

    @Test("a new account is unconfirmed, and a code of six digits confirms it and its address")
    func codeConfirmsANewAccount() async throws {
        let fixture = try await PoolFixture()
        let json = try await fixture.call("SignUp", Self.signUp())
        #expect(json["UserConfirmed"]?.bool == false)
        let delivery = json["CodeDeliveryDetails"]
        #expect(delivery?["Destination"]?.string == "b***@e***")
        #expect(delivery?["DeliveryMedium"]?.string == "EMAIL")
        #expect(delivery?["AttributeName"]?.string == "email")
        let mail = try #require(fixture.mailBox.messages.first)
        #expect(mail.recipient == Self.new)
        #expect(mail.code.wholeMatch(of: /[0-9]{6}/) != nil)
        let made = try #require(await fixture.pool.user(Self.new))
        #expect(made.username == json["UserSub"]?.string)
        #expect(made.status == .unconfirmed)
        #expect(made.attributes["email_verified"] == "false")
        try await fixture.call("ConfirmSignUp", confirm(mail.code))
        let confirmed = try #require(await fixture.pool.user(Self.new))
        #expect(confirmed.status == .confirmed)
        #expect(confirmed.attributes["email_verified"] == "true")
        try await fixture.expect(
            "ConfirmSignUp", confirm(mail.code),
            fails: .notAuthorized("User cannot be confirmed. Current status is CONFIRMED"))
        try await fixture.expect("ResendConfirmationCode", resend(), fails: .parameter("User is already confirmed."))
    }

    @Test("a new user's sub looks like a newer pool's: version digit 7, variant digit c or d")
    func subOfANewUser() async throws {
        let fixture = try await PoolFixture()
        for index in 0..<20 {
            let json = try await fixture.call("SignUp", Self.signUp("user\(index)@example.test"))
            let sub = try #require(json["UserSub"]?.string)
            #expect(sub.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-70[0-9a-f]{2}-[cd][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }

    @Test("Pre Sign-up sees attributes, validation data and metadata, and may confirm and verify")
    func preSignUpMayConfirm() async throws {
        let preSignUp = ClosureFunction { _ in
            #"{"autoConfirmUser":true,"autoVerifyEmail":true,"autoVerifyPhone":false}"#
        }
        let fixture = try await PoolFixture(preSignUp: preSignUp)
        let more = #","ValidationData":[{"Name":"v","Value":"1"}],"ClientMetadata":{"m":"2"}"#
        let json = try await fixture.call("SignUp", Self.signUp(more: more))
        #expect(json["UserConfirmed"]?.bool == true)
        #expect(json["CodeDeliveryDetails"] == nil)
        #expect(fixture.mailBox.messages.isEmpty)
        let user = try #require(await fixture.pool.user(Self.new))
        #expect(user.status == .confirmed)
        #expect(user.attributes["email_verified"] == "true")
        let event = try #require(preSignUp.events.first)
        #expect(event["triggerSource"]?.string == "PreSignUp_SignUp")
        #expect(event["userName"]?.string == user.username)
        #expect(
            event["request"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"userAttributes":{"email":"bo@example.test"},"validationData":{"v":"1"},"#
                + #""clientMetadata":{"m":"2"}}"#)
        #expect(
            event["response"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"autoConfirmUser":false,"autoVerifyEmail":false,"autoVerifyPhone":false}"#)
    }

    @Test("if Pre Sign-up fails, no account is created")
    func failingPreSignUpCreatesNoAccount() async throws {
        let failing = ClosureFunction { _ in .functionError(FunctionFailure(type: "F.E", message: "Not you")) }
        let fixture = try await PoolFixture(preSignUp: failing)
        try await fixture.expect(
            "SignUp", Self.signUp(), fails: PoolError(.userLambdaValidation, "PreSignUp failed with error Not you."))
        await expect(fixture.pool.user(Self.new), equals: nil)
    }

    @Test("if two users sign up at once with one address, the later one is refused")
    func simultaneousSignUpIsRefused() async throws {
        struct Racing: TriggerFunction {
            let pool: UserPool
            func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
                await pool.store(PoolFixture.user(SignUpTests.new, sub: "first"))
                return .reply(event)
            }
        }
        let fixture = try await PoolFixture()
        await fixture.pool.use(TriggerFunctions([.preSignUp: Racing(pool: fixture.pool)]))
        try await fixture.expect("SignUp", Self.signUp(), fails: .usernameExists)
        await expect(fixture.pool.user(Self.new)?.username, equals: "first")
    }

    private static let passwordPattern = #"satisfy regular expression pattern: ^[\S]+.*[\S]+$"#

    private static func constraint(_ rule: String, value: String = "Value") -> PoolError {
        PoolError(
            .invalidParameter,
            "1 validation error detected: \(value) at 'password' failed to satisfy constraint: Member must \(rule)")
    }

    @Test("each sign-up that cannot become an account is refused with its own error")
    func wrongSignUpsAreRefused() async throws {
        let fixture = try await PoolFixture()
        for (body, error) in [
            (
                Self.signUp("ANA@example.test"),
                PoolError(.usernameExists, "An account with the given email already exists.")
            ),
            (Self.signUp("bo"), .parameter("Username should be an email.")),
            (
                Self.signUp(password: "short"),
                PoolError(.invalidPassword, "Password did not conform with policy: Password not long enough")
            ),
            (Self.signUp(password: ""), Self.constraint(Self.passwordPattern)),
            (Self.signUp(password: " correct horse"), Self.constraint(Self.passwordPattern)),
            (
                Self.signUp(password: String(repeating: "x", count: 257)),
                Self.constraint("have length less than or equal to 256")
            ),
            (Body.user(of: Self.new), Self.constraint("not be null", value: "Value null")),
            (Self.signUp(more: Body.attributes(("email_verified", "true"))), .unwritable),
            (Self.signUp(more: Body.attributes(("sub", "x"))), .unwritable),
            (
                Self.signUp(more: Body.attributes(("email", "ana@example.test"))),
                .parameter("Username and email differ.")
            ),
        ] {
            try await fixture.expect("SignUp", body, fails: error)
        }
        #expect(fixture.preSignUp.events.isEmpty)
    }

    @Test("in a pool whose usernames are names, the address is a required attribute")
    func addressIsRequiredInAPoolOfNames() async throws {
        let fixture = try await PoolFixture({ $0.aliasAttributes = ["email"] })
        try await fixture.expect(
            "SignUp", Self.signUp("bo"),
            fails: PoolError(
                .invalidParameter, "Attributes did not conform to the schema: email: The attribute is required\n"))
        let attributes = Body.attributes(("email", "ana@example.test"))
        try await fixture.call("SignUp", Self.signUp("bo", more: attributes))
        try await fixture.expect(
            "SignUp", Self.signUp("BO", more: attributes),
            fails: PoolError(.usernameExists, "User already exists"))
        try await fixture.expect(
            "ConfirmSignUp", confirm(fixture.code, "bo"),
            fails: PoolError(.aliasExists, "An account with the email already exists."))
        try await fixture.call("ResendConfirmationCode", resend("bo"))
        try await fixture.call("ConfirmSignUp", confirm(fixture.code, "bo", more: #","ForceAliasCreation":true"#))
        await expect(fixture.pool.user("ana@example.test")?.username, equals: "bo")
        let former = await fixture.pool.user(PoolFixture.user().username)
        #expect(former?.attributes["email_verified"] == "false")
    }

    @Test("codes are limited, expire, and are replaced by the next one")
    func codesAreLimitedAndExpire() async throws {
        let fixture = try await PoolFixture()
        let limit = PoolError(.limitExceeded, "Attempt limit exceeded, please try after some time.")
        let expired = PoolError(.expiredCode, "Invalid code provided, please request a code again.")
        try await fixture.call("SignUp", Self.signUp())
        let first = try fixture.code
        for _ in 1...5 { try await fixture.call("ResendConfirmationCode", resend()) }
        try await fixture.expect("ResendConfirmationCode", resend(), fails: limit)
        let (code, wrong) = (try fixture.code, try fixture.wrongCode)
        let mismatch = PoolError(.codeMismatch, "Invalid verification code provided, please try again.")
        for _ in 1...14 { try await fixture.expect("ConfirmSignUp", confirm(wrong), fails: mismatch) }
        if first != code { try await fixture.expect("ConfirmSignUp", confirm(first), fails: mismatch) }
        _ = try await fixture.client.send("ConfirmSignUp", confirm(wrong))
        try await fixture.expect("ConfirmSignUp", confirm(code), fails: limit)
        fixture.wait(seconds: 24 * 3600)
        try await fixture.expect("ConfirmSignUp", confirm(code), fails: expired)
    }

    @Test("the client decides whether an unknown user is hidden")
    func clientDecidesWhetherUnknownUsersAreHidden() async throws {
        let ghost = "ghost@example.test"
        let fixture = try await PoolFixture()
        try await fixture.expect("ConfirmSignUp", confirm("123456", ghost), fails: .expiredCode)
        let json = try await fixture.call("ResendConfirmationCode", resend(ghost))
        #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "g***@e***")
        #expect(fixture.mailBox.messages.isEmpty)
        let open = try await PoolFixture({ $0.clients[0].userExistenceErrors = .legacy })
        try await open.expect("ConfirmSignUp", confirm("123456", ghost), fails: .userNotFound)
        try await open.expect("ResendConfirmationCode", resend(ghost), fails: .userNotFound)
    }

    @Test(
        "the policy names the rule that a password breaks",
        arguments: [
            ("abc", "Password not long enough"), ("abcdefgh", "Password must have uppercase characters"),
            ("ABCDEFGH", "Password must have lowercase characters"),
            ("Abcdefgh", "Password must have numeric characters"),
            ("Abcdefg1", "Password must have symbol characters"),
        ])
    func policyNamesTheBrokenRule(password: String, rule: String) {
        let policy = PasswordPolicy()
        #expect(throws: PoolError(.invalidPassword, "Password did not conform with policy: \(rule)")) {
            try policy.check(password)
        }
        #expect(throws: Never.self) { try policy.check("Abcdef1!") }
    }
}

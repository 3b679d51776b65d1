import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Signing up")
struct SignUpTests {
    static let new = "bo@example.test"

    static func signUp(
        _ username: String = new, password: String = "correct horse", attributes: String = "[]", more: String = ""
    ) -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","Username":\#(quoted(username)),"Password":\#(quoted(password)),"#
            + #""UserAttributes":\#(attributes)\#(more)}"#
    }

    private func confirm(_ code: String, _ username: String = new, more: String = "") -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","Username":"\#(username)","ConfirmationCode":"\#(code)"\#(more)}"#
    }

    private func resend(_ username: String = new) -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","Username":"\#(username)"}"#
    }

    @Test("a new account is unconfirmed, and a code of six digits confirms it and its address")
    func codeConfirmsANewAccount() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let json = try await fixture.client.call("SignUp", Self.signUp())
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
            try await fixture.client.call("ConfirmSignUp", confirm(mail.code))
            let confirmed = try #require(await fixture.pool.user(Self.new))
            #expect(confirmed.status == .confirmed)
            #expect(confirmed.attributes["email_verified"] == "true")
            try await expect(
                fixture.client.error("ConfirmSignUp", confirm(mail.code)),
                equals: PoolError(.notAuthorized, "User cannot be confirmed. Current status is CONFIRMED"))
            try await expect(
                fixture.client.error("ResendConfirmationCode", resend()),
                equals: PoolError(.invalidParameter, "User is already confirmed."))
        }
    }

    @Test("a new user's sub looks like a newer pool's: version digit 7, variant digit c or d")
    func subOfANewUser() async throws {
        try await PoolFixture.run { (fixture) async throws in
            for index in 0..<20 {
                let json = try await fixture.client.call("SignUp", Self.signUp("user\(index)@example.test"))
                let sub = try #require(json["UserSub"]?.string)
                #expect(sub.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-70[0-9a-f]{2}-[cd][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            }
        }
    }

    @Test("Pre Sign-up sees attributes, validation data and metadata, and may confirm and verify")
    func preSignUpMayConfirm() async throws {
        let preSignUp = ClosureFunction { _ in
            #"{"autoConfirmUser":true,"autoVerifyEmail":true,"autoVerifyPhone":false}"#
        }
        try await PoolFixture.run(preSignUp: preSignUp) { (fixture) async throws in
            let more = #","ValidationData":[{"Name":"v","Value":"1"}],"ClientMetadata":{"m":"2"}"#
            let json = try await fixture.client.call("SignUp", Self.signUp(more: more))
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
    }

    @Test("if Pre Sign-up fails, no account is created")
    func failingPreSignUpCreatesNoAccount() async throws {
        let failing = ClosureFunction { _ in .functionError(FunctionFailure(type: "F.E", message: "Not you")) }
        try await PoolFixture.run(preSignUp: failing) { (fixture) async throws in
            try await expect(
                fixture.client.error("SignUp", Self.signUp()),
                equals: PoolError(.userLambdaValidation, "PreSignUp failed with error Not you."))
            await expect(fixture.pool.user(Self.new), equals: nil)
        }
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
        try await PoolFixture.run { (fixture) async throws in
            await fixture.pool.use(TriggerFunctions([.preSignUp: Racing(pool: fixture.pool)]))
            try await expect(fixture.client.error("SignUp", Self.signUp()).code, equals: .usernameExists)
            await expect(fixture.pool.user(Self.new)?.username, equals: "first")
        }
    }

    private static let passwordPattern = #"satisfy regular expression pattern: ^[\S]+.*[\S]+$"#

    private static func constraint(_ rule: String, value: String = "Value") -> PoolError {
        PoolError(
            .invalidParameter,
            "1 validation error detected: \(value) at 'password' failed to satisfy constraint: Member must \(rule)")
    }

    @Test("each sign-up that cannot become an account is refused with its own error")
    func wrongSignUpsAreRefused() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let unauthorized = PoolError(.notAuthorized, "A client attempted to write unauthorized attribute")
            for (body, error) in [
                (
                    Self.signUp("ANA@example.test"),
                    PoolError(.usernameExists, "An account with the given email already exists.")
                ),
                (Self.signUp("bo"), PoolError(.invalidParameter, "Username should be an email.")),
                (
                    Self.signUp(password: "short"),
                    PoolError(
                        .invalidPassword, "Password did not conform with policy: Password not long enough")
                ),
                (Self.signUp(password: ""), Self.constraint(Self.passwordPattern)),
                (Self.signUp(password: " correct horse"), Self.constraint(Self.passwordPattern)),
                (
                    Self.signUp(password: String(repeating: "x", count: 257)),
                    Self.constraint("have length less than or equal to 256")
                ),
                (
                    #"{"ClientId":"\#(PoolFixture.clientID)","Username":"\#(Self.new)"}"#,
                    Self.constraint("not be null", value: "Value null")
                ),
                (Self.signUp(attributes: #"[{"Name":"email_verified","Value":"true"}]"#), unauthorized),
                (Self.signUp(attributes: #"[{"Name":"sub","Value":"x"}]"#), unauthorized),
                (
                    Self.signUp(attributes: #"[{"Name":"email","Value":"ana@example.test"}]"#),
                    PoolError(.invalidParameter, "Username and email differ.")
                ),
            ] {
                try await expect(fixture.client.error("SignUp", body), equals: error)
            }
            #expect(fixture.preSignUp.events.isEmpty)
        }
    }

    @Test("in a pool whose usernames are names, the address is a required attribute")
    func addressIsRequiredInAPoolOfNames() async throws {
        try await PoolFixture.run({ ($0.usernameAttributes, $0.aliasAttributes) = ([], ["email"]) }) {
            (fixture) async throws in
            try await expect(
                fixture.client.error("SignUp", Self.signUp("bo")),
                equals: PoolError(
                    .invalidParameter, "Attributes did not conform to the schema: email: The attribute is required\n"))
            let attributes = #"[{"Name":"email","Value":"ana@example.test"}]"#
            try await fixture.client.call("SignUp", Self.signUp("bo", attributes: attributes))
            try await expect(
                fixture.client.error("SignUp", Self.signUp("BO", attributes: attributes)),
                equals: PoolError(.usernameExists, "User already exists"))
            let code = try #require(fixture.mailBox.messages.last?.code)
            try await expect(
                fixture.client.error("ConfirmSignUp", confirm(code, "bo")),
                equals: PoolError(.aliasExists, "An account with the email already exists."))
            try await fixture.client.call("ResendConfirmationCode", resend("bo"))
            let next = try #require(fixture.mailBox.messages.last?.code)
            try await fixture.client.call("ConfirmSignUp", confirm(next, "bo", more: #","ForceAliasCreation":true"#))
            await expect(fixture.pool.user("ana@example.test")?.username, equals: "bo")
            let former = await fixture.pool.user(PoolFixture.user().username)
            #expect(former?.attributes["email_verified"] == "false")
        }
    }

    @Test("codes are limited, expire, and are replaced by the next one")
    func codesAreLimitedAndExpire() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let limit = PoolError(.limitExceeded, "Attempt limit exceeded, please try after some time.")
            let expired = PoolError(.expiredCode, "Invalid code provided, please request a code again.")
            try await fixture.client.call("SignUp", Self.signUp())
            let first = try #require(fixture.mailBox.messages.last?.code)
            for _ in 1...5 { try await fixture.client.call("ResendConfirmationCode", resend()) }
            try await expect(fixture.client.error("ResendConfirmationCode", resend()), equals: limit)
            let code = try #require(fixture.mailBox.messages.last?.code)
            let wrong = code == "000000" ? "000001" : "000000"
            let mismatch = PoolError(.codeMismatch, "Invalid verification code provided, please try again.")
            for _ in 1...14 {
                try await expect(fixture.client.error("ConfirmSignUp", confirm(wrong)), equals: mismatch)
            }
            if first != code {
                try await expect(fixture.client.error("ConfirmSignUp", confirm(first)), equals: mismatch)
            }
            _ = try await fixture.client.send("ConfirmSignUp", confirm(wrong))
            try await expect(fixture.client.error("ConfirmSignUp", confirm(code)), equals: limit)
            fixture.wait(seconds: 24 * 3600)
            try await expect(fixture.client.error("ConfirmSignUp", confirm(code)), equals: expired)
        }
    }

    @Test("the client decides whether an unknown user is hidden")
    func clientDecidesWhetherUnknownUsersAreHidden() async throws {
        let ghost = "ghost@example.test"
        try await PoolFixture.run { (fixture) async throws in
            try await expect(fixture.client.error("ConfirmSignUp", confirm("123456", ghost)).code, equals: .expiredCode)
            let json = try await fixture.client.call("ResendConfirmationCode", resend(ghost))
            #expect(json["CodeDeliveryDetails"]?["Destination"]?.string == "g***@e***")
            #expect(fixture.mailBox.messages.isEmpty)
        }
        try await PoolFixture.run({ $0.clients[0].userExistenceErrors = .legacy }) { (fixture) async throws in
            try await expect(
                fixture.client.error("ConfirmSignUp", confirm("123456", ghost)).code, equals: .userNotFound)
            try await expect(fixture.client.error("ResendConfirmationCode", resend(ghost)).code, equals: .userNotFound)
        }
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

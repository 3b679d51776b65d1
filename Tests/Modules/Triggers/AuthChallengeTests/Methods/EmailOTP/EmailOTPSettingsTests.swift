import AWS
import AuthChallenge
import FunctionServices
import LambdaRuntime
import SignInRules
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Settings of codes of our own")
struct EmailOTPSettingsTests {
    private func start(_ changes: [String: String?]) throws {
        var settings: [String: String?] = CodeDeployment.settings.merging(AWSServices.settings) { $1 }
        settings.merge(changes) { $1 }
        _ = try TestDeployment([:], settings.compactMapValues { $0 })
    }

    @Test("right settings are accepted, with a table or without limits")
    func rightSettingsAreAccepted() throws {
        try start([:])
        try start(["OTP_COUNTING_KEY": CodeDeployment.key, "OTP_MAILS_PER_HOUR": "1000000"])
        try start(["STATE_TABLE": nil, "OTP_WITHOUT_LIMITS": "true"])
        let shortestKey = String(repeating: "k", count: 32)
        try start([
            "STATE_TABLE": "sign-in.state_1", "OTP_KEY": shortestKey, "OTP_COUNTING_KEY": shortestKey,
            "AUDIT": "digest", "AUDIT_KEY": shortestKey,
        ])
        try start(["OTP_TEMPLATE": "Sign-in_code", "OTP_LIFETIME": "600", "OTP_SENDER": "a@example.test"])
    }

    @Test("only Create reads the settings for mails")
    func onlyCreateReadsTheMailSettings() throws {
        var settings = CodeDeployment.settings.merging(AWSServices.settings) { $1 }
        settings["OTP_SENDER"] = nil
        settings["MINIMUM_RESPONSE_TIME"] = "none"
        let credentials = AWSCredentials(accessKeyID: "A", secretAccessKey: "s", sessionToken: nil)
        let services = Services.test(settings, credentials: credentials)
        _ = try VerifyTrigger(services, LogRecorder().log)
        let missing = FunctionError.configuration("OTP_SENDER", "must be the address that codes are sent from")
        #expect(throws: missing) { _ = try CreateTrigger(services, LogRecorder().log) }
    }

    @Test(
        "a wrong setting stops the function, and is named",
        arguments: [
            (
                ["STATE_TABLE": nil],
                "STATE_TABLE must be set for EMAIL_OTP: without it nothing limits guessing; OTP_WITHOUT_LIMITS=true "
                    + "accepts that"
            ),
            (
                ["STATE_TABLE": nil, "OTP_WITHOUT_LIMITS": "false"],
                "STATE_TABLE must be set for EMAIL_OTP: without it nothing limits guessing; OTP_WITHOUT_LIMITS=true "
                    + "accepts that"
            ),
            (["OTP_WITHOUT_LIMITS": "yes"], "OTP_WITHOUT_LIMITS must be true or false"),
            (["STATE_TABLE": "a"], "STATE_TABLE must be the name of a DynamoDB table"),
            (["STATE_TABLE": "a/b/c"], "STATE_TABLE must be the name of a DynamoDB table"),
            (["STATE_TABLE": String(repeating: "a", count: 256)], "STATE_TABLE must be the name of a DynamoDB table"),
            (["AWS_REGION": nil], "STATE_TABLE needs AWS_REGION"),
            (["OTP_KEY": nil], "OTP_KEY or OTP_KEY_ARN must be set"),
            (
                ["OTP_KEY": "a key of thirty-one bytes, alas."].mapValues { String($0.dropLast()) },
                "OTP_KEY must hold at least 32 bytes"
            ),
            (["OTP_SENDER": nil], "OTP_SENDER must be the address that codes are sent from"),
            (["OTP_SENDER": "Example"], "OTP_SENDER must be the address that codes are sent from"),
            (["OTP_SENDER": "a@b\r\nBcc: c@d"], "OTP_SENDER must be the address that codes are sent from"),
            (
                ["OTP_SENDER": "Ana <aña@example.test>"],
                "OTP_SENDER must be an address that is ASCII before the @, as Amazon SES demands"
            ),
            (["OTP_TEMPLATE": "a b"], "OTP_TEMPLATE must be 1 to 48 letters, digits, hyphens or underscores"),
            (["OTP_LIFETIME": "59"], "OTP_LIFETIME must be a whole number from 60 to 600"),
            (["OTP_LIFETIME": "601"], "OTP_LIFETIME must be a whole number from 60 to 600"),
            (["OTP_GUESSES_PER_CODE": "6"], "OTP_GUESSES_PER_CODE must be a whole number from 1 to 5"),
            (["OTP_MAILS_PER_HOUR": "0"], "OTP_MAILS_PER_HOUR must be a whole number from 1 to 1000000"),
            (["OTP_COUNTING_KEY": "too short"], "OTP_COUNTING_KEY must hold at least 32 bytes"),
        ] as [([String: String?], String)])
    func wrongSettingStopsTheFunction(changes: [String: String?], fault: String) {
        let error = #expect(throws: FunctionError.self) { try start(changes) }
        #expect(error?.kind == .configuration)
        #expect(error?.detail == fault)
    }

    @Test(
        "a stored template is chosen by the user's language, English if there is none",
        arguments: [
            (nil, ["code-en"]), ("de", ["code-de"]), ("de-DE", ["code-de-DE"]), ("pt_br", ["code-pt-BR"]),
            ("EN", ["code-en"]), ("en-GB", ["code-en-GB"]), ("fil", ["code-fil"]), ("d", ["code-en"]),
            ("german", ["code-en"]), ("../en", ["code-en"]), ("de-D3", ["code-en"]), ("de-", ["code-en"]),
            ("d1", ["code-en"]), ("de-DE-x", ["code-en"]), ("dé", ["code-en"]),
        ] as [(String?, [String])])
    func templateFollowsTheUsersLanguage(locale: String?, names: [String]) throws {
        let deployment = try CodeDeployment(["OTP_TEMPLATE": "code"])
        let challenge = try deployment.create(.create.attribute("locale", locale))
        #expect(deployment.aws.mails.map(\.template) == names)
        #expect(deployment.aws.mails.last?.values["minutes"] == "5")
        #expect(deployment.aws.mails.last?.subject == nil)
        try expect(deployment.verify(challenge, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test(
        "a locale without a template gets that of its language, then the English one, then the built-in text",
        arguments: [
            ("de-AT", ["code-de-AT", "code-de", "code-en"]), ("de", ["code-de", "code-en"]),
            ("en-GB", ["code-en-GB", "code-en"]), ("en", ["code-en"]), (nil, ["code-en"]),
        ] as [(String?, [String])])
    func templateFallsBackToLanguageThenEnglish(locale: String?, names: [String]) throws {
        let deployment = try CodeDeployment(["OTP_TEMPLATE": "code"])
        var tried: [String?] = []
        deployment.aws.mailStatus = { mail in
            tried.append(mail.template)
            return 404
        }
        try expect(deployment.create(.create.attribute("locale", locale)).outcome, equals: "unsent")
        #expect(tried == names + [nil])
    }

    @Test("a language without a template gets the English one; if that is missing too, the log says so")
    func missingTemplateFallsBackToEnglish() throws {
        let deployment = try CodeDeployment(["OTP_TEMPLATE": "code"])
        deployment.aws.mailStatus = { $0.template == "code-en" ? 200 : 404 }
        try expect(deployment.create(.create.attribute("locale", "de")).outcome, equals: "issued")
        #expect(deployment.aws.mails.map(\.template) == ["code-en"])
        #expect(deployment.lines == [])
        deployment.aws.mailStatus = { _ in 404 }
        deployment.clock.advance(seconds: 31)
        try expect(deployment.create(.create.attribute("locale", "de")).outcome, equals: "unsent")
        #expect(deployment.lines == ["ERROR the code could not be sent: refused with status 404, NotFoundException"])
        #expect(deployment.transport.names.count { $0 == AWSServices.mail } == 5)
    }
}

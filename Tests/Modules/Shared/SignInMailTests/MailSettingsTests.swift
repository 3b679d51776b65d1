import FunctionServices
import HTTP
import LambdaRuntime
import SignInMail
import StandIns
import Testing

@Suite("Settings of mails")
struct MailSettingsTests {
    @Test(
        "the service goes by its own name, the sender's name, or the sender's domain",
        arguments: [
            ("Shop & Söhne", "Other <a@example.test>", "Shop & Söhne"), (nil, "Example <a@example.test>", "Example"),
            (nil, "\"Example, Inc.\" <a@example.test>", "Example, Inc."), (nil, "My  Shop<a@example.test>", "My Shop"),
            (nil, "a@example.test", "example.test"), (nil, "<a@example.test>", "example.test"),
            (nil, "\"\" <a@example.test>", "example.test"), (nil, "a@b <a@example.test>", "a@b"),
        ] as [(String?, String, String)])
    func serviceHasAName(name: String?, sender: String, shown: String) throws {
        let mail = try MailDeployment.mail(
            .signInCode(SampleMessage.digits), ["SERVICE_NAME": name, "OTP_SENDER": sender])
        #expect(mail?.subject == "Your sign-in code for \(shown)")
    }

    @Test(
        "a wrong setting is refused, and named",
        arguments: [
            ("OTP_SENDER", nil, "must be the address that codes are sent from"),
            ("OTP_SENDER", "Example", "must be the address that codes are sent from"),
            (
                "OTP_SENDER", String(repeating: "a", count: 308) + "@example.test",
                "must be the address that codes are sent from"
            ),
            ("OTP_SENDER", "a@b\r\nBcc: c@d", "must be the address that codes are sent from"),
            ("OTP_SENDER", "Café <a@example.test>", "must be the address that codes are sent from"),
            ("OTP_TEMPLATE", "a b", "must be 1 to 48 letters, digits, hyphens or underscores"),
            (
                "OTP_TEMPLATE", String(repeating: "a", count: 49),
                "must be 1 to 48 letters, digits, hyphens or underscores"
            ),
            ("SES_CONFIGURATION_SET", "a/b", "must be the name of a configuration set in Amazon SES"),
            (
                "SES_CONFIGURATION_SET", String(repeating: "a", count: 65),
                "must be the name of a configuration set in Amazon SES"
            ),
            ("MAIL_LANGUAGE", "EN", "must be one of en, de, fr, es"),
            ("MAIL_LANGUAGE", "it", "must be one of en, de, fr, es"),
            (
                "SERVICE_NAME", "a\r\nBcc: b@c",
                "must be at most 64 characters, without < and > and control characters"
            ),
            ("SERVICE_NAME", "<b>", "must be at most 64 characters, without < and > and control characters"),
            ("SERVICE_NAME", "a\u{202E}b", "must be at most 64 characters, without < and > and control characters"),
            (
                "SERVICE_NAME", String(repeating: "a", count: 65),
                "must be at most 64 characters, without < and > and control characters"
            ),
        ] as [(String, String?, String)])
    func wrongSettingIsRefused(variable: String, value: String?, problem: String) {
        #expect(throws: FunctionError.configuration(variable, problem)) { try MailDeployment([variable: value]) }
    }

    @Test("without a region or credentials no mail can be sent")
    func regionAndCredentialsAreNeeded() throws {
        #expect(throws: FunctionError.configuration("OTP_SENDER", "needs AWS_REGION")) {
            try MailDeployment(["AWS_REGION": nil])
        }
        let settings = try MailSettings(Settings(Environment(MailDeployment.settings)))
        #expect(throws: FunctionError.configuration("OTP_SENDER", "needs AWS credentials in the environment")) {
            try SESMailSender(settings, aws: nil, now: { 0 }, floor: ResponseTimeFloor(0, now: { 0 }) { _ in })
        }
    }
}

import Foundation
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
                "OTP_SENDER", String(repeating: "a", count: 304) + " <a@example.test>",
                "must be the address that codes are sent from"
            ),
            ("OTP_SENDER", "Ana <a@example.test", "must be the address that codes are sent from"),
            ("OTP_SENDER", "a@b\r\nBcc: c@d", "must be the address that codes are sent from"),
            (
                "OTP_SENDER", "Ana <aña@example.test>",
                "must be an address that is ASCII before the @, as Amazon SES demands"
            ),
            (
                "OTP_SENDER", "Ana <a@EXÄMPLE.test>",
                "must be an address whose domain can be encoded (xn--)"
            ),
            (
                "OTP_SENDER", "M\u{202E}üller <a@example.test>",
                "must have a name without <, > and control characters"
            ),
            ("OTP_SENDER", "M\nA <a@example.test>", "must have a name without <, > and control characters"),
            (
                "OTP_SENDER", "=?utf-8?Q?M=0AA?= <a@example.test>",
                "must have a name without <, > and control characters"
            ),
            ("OTP_SENDER", "A <b <a@example.test>", "must have a name without <, > and control characters"),
            ("OTP_SENDER", "A <a@example.test\u{600}>", "must be an address whose domain can be encoded (xn--)"),
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

    @Test(
        "the sender's name is plain, quoted or encoded, as a header needs it, and people read it as it was written",
        arguments: [
            ("Müller <a@example.test>", "=?UTF-8?B?TcO8bGxlcg==?= <a@example.test>", "Müller"),
            (
                "\"Müller, Söhne\" <a@example.test>", "=?UTF-8?B?TcO8bGxlciwgU8O2aG5l?= <a@example.test>",
                "Müller, Söhne"
            ),
            (
                "=?utf-8?Q?M=C3=BCller_50%?= <a@example.test>", "=?utf-8?Q?M=C3=BCller_50%?= <a@example.test>",
                "Müller 50%"
            ),
            ("=?UTF-8?B?TcO8bGxlcg==?= <a@example.test>", "=?UTF-8?B?TcO8bGxlcg==?= <a@example.test>", "Müller"),
            (
                "=?iso-8859-1?Q?M=FCller?= <a@example.test>", "=?iso-8859-1?Q?M=FCller?= <a@example.test>",
                "example.test"
            ),
            (
                "=?iso-8859-1?Q?M=C3=BCller?= <a@example.test>", "=?iso-8859-1?Q?M=C3=BCller?= <a@example.test>",
                "example.test"
            ),
            ("=?utf-8?Q?a?b?= <a@example.test>", "=?utf-8?Q?a?b?= <a@example.test>", "example.test"),
            (
                "=?UTF-8?B?TcO8bGxlcg==?= =?UTF-8?B?IFPDtmhuZQ==?= GmbH <a@example.test>",
                "=?UTF-8?B?TcO8bGxlcg==?= =?UTF-8?B?IFPDtmhuZQ==?= GmbH <a@example.test>", "Müller Söhne GmbH"
            ),
            (
                "=?UTF-8?B?TcO8bGxlcg==?= Söhne <a@example.test>",
                "=?UTF-8?B?TcO8bGxlciBTw7ZobmU=?= <a@example.test>", "Müller Söhne"
            ),
            ("Example, Inc. <a@example.test>", "\"Example, Inc.\" <a@example.test>", "Example, Inc."),
            ("name@company <a@example.test>", "\"name@company\" <a@example.test>", "name@company"),
            ("\"Example\" <a@example.test>", "Example <a@example.test>", "Example"),
            ("  a@example.test", "a@example.test", "example.test"),
            ("a@example.test ", "a@example.test", "example.test"),
            (" Example <a@example.test> ", "Example <a@example.test>", "Example"),
            ("a@müller.test", "a@xn--mller-kva.test", "xn--mller-kva.test"),
            ("Ana <a@müller.test>", "Ana <a@xn--mller-kva.test>", "Ana"),
        ])
    func senderHasAName(sender: String, header: String, name: String) throws {
        let mail = try MailDeployment.mail(
            .signInCode(SampleMessage.digits), ["SERVICE_NAME": nil, "OTP_SENDER": sender])
        #expect(mail?.sender == header)
        #expect(mail?.subject == "Your sign-in code for \(name)")
    }

    @Test("a long name becomes several encoded words, none longer than 75 characters or with half a character")
    func longNameIsSplit() throws {
        for name in [
            String(repeating: "ä", count: 60), String(repeating: "日本", count: 30), String(repeating: "a😀", count: 25),
        ] {
            let mail = try MailDeployment.mail(
                .signInCode(SampleMessage.digits),
                ["SERVICE_NAME": "Service", "OTP_SENDER": "\(name) <a@example.test>"])
            let words = try #require(mail?.sender).split(separator: " ").dropLast()
            #expect(words.count > 1 && words.allSatisfy { $0.utf8.count <= 75 })
            let parts = words.map { word in
                Data(base64Encoded: String(word.dropFirst(10).dropLast(2))).flatMap {
                    String(data: $0, encoding: .utf8)
                }
            }
            #expect(parts.allSatisfy { $0 != nil } && parts.compactMap { $0 }.joined() == name)
        }
    }

    @Test("without a region no mail can be sent")
    func regionIsNeeded() throws {
        #expect(throws: FunctionError.configuration("OTP_SENDER", "needs AWS_REGION")) {
            try MailDeployment(["AWS_REGION": nil])
        }
    }
}

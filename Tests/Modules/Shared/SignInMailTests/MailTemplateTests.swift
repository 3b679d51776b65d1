import SignInMail
import StandIns
import TestSupport
import Testing

@Suite("Stored templates of mails")
struct MailTemplateTests {
    static let template: [String: String?] = ["OTP_TEMPLATE": "code"]

    /// What is tried for a message if Amazon SES has none of the templates; nil stands for the built-in text.
    static func tried(
        _ message: MailMessage, _ locale: String?, _ changes: [String: String?] = [:]
    ) throws -> [String?] {
        let deployment = try MailDeployment(template.merging(changes) { $1 })
        var tried: [String?] = []
        deployment.service.answer = { mail in
            tried.append(mail.template)
            return mail.template == nil ? 200 : 404
        }
        #expect(deployment.send(message, locale: locale))
        #expect(deployment.lines == [])
        return tried
    }

    @Test(
        "the locale's template is tried first, then the language's, the default's, and the built-in text",
        arguments: [
            ("de-AT", ["code-de-AT", "code-de", "code-en", nil]), ("pt_br", ["code-pt-BR", "code-pt", "code-en", nil]),
            ("de", ["code-de", "code-en", nil]), ("EN", ["code-en", nil]), (nil, ["code-en", nil]),
            ("../en", ["code-en", nil]), ("de-DE-x", ["code-en", nil]),
            ("de-DEU", ["code-en", nil]), ("de-D", ["code-en", nil]), ("de-D1", ["code-en", nil]),
        ] as [(String?, [String?])])
    func templatesAreTriedInOrder(locale: String?, names: [String?]) throws {
        try expect(Self.tried(.signInCode(SampleMessage.digits), locale), equals: names)
    }

    @Test("the last template is that of the default language")
    func defaultLanguageIsTheLast() throws {
        let tried = try Self.tried(.signInCode(SampleMessage.digits), "de", ["MAIL_LANGUAGE": "fr"])
        #expect(tried == ["code-de", "code-fr", nil])
    }

    @Test("every message has a word in its templates' names, which stay within 64 characters")
    func namesFollowTheMessage() throws {
        let words = ["", "", "confirm-", "confirm-", "first-", "added-", "removed-", "moved-", "reset-"]
        for (message, word) in zip(SampleMessage.all, words) {
            try expect(Self.tried(message, "de").first, equals: "code-\(word)de")
            let name = String(repeating: "n", count: 48)
            let longest = try #require(try Self.tried(message, "fil-PH", ["OTP_TEMPLATE": name]).first ?? nil)
            #expect(longest.hasSuffix("fil-PH") && longest.utf8.count <= 64)
        }
    }

    @Test("a template gets the values of its message, the same names whatever there is to say")
    func templateGetsItsValues() throws {
        func values(_ message: MailMessage) throws -> [String: String]? {
            try MailDeployment.mail(message, Self.template)?.values
        }
        let context = ["service": "Example", "time": "2027-01-15 08:00 UTC"]
        try expect(
            values(.signInCode(SampleMessage.digits)),
            equals: context.merging(["code": "012345", "minutes": "5", "long": "", "again": ""]) { $1 })
        try expect(
            values(.addressCode(SampleMessage.long)),
            equals: context.merging(["code": "7K3M-Q2XR-05TA-HJ8W", "minutes": "10", "long": "true", "again": ""]) {
                $1
            })
        try expect(
            values(.passkeyAdded(SampleMessage.passkey, others: [SampleMessage.other, SampleMessage.passkey])),
            equals: context.merging([
                "passkey": "Blue phone", "provider": "iCloud Keychain",
                "others": "Laptop, Blue phone (iCloud Keychain)",
            ]) { $1 })
        try expect(
            values(.passkeyRemoved(PasskeyLabel(name: nil, provider: nil))),
            equals: context.merging(["passkey": "", "provider": "", "others": ""]) { $1 })
        try expect(values(.addressChanged), equals: context)
        try expect(values(.authenticatorsReset), equals: context)
    }
}

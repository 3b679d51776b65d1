import SignInMail
import StandIns
import TestSupport
import Testing

@Suite("Languages of mails")
struct MailLanguageTests {
    static func language(_ locale: String?, _ changes: [String: String?] = [:]) throws -> String? {
        let mail = try MailDeployment.mail(.signInCode(SampleMessage.digits), locale: locale, changes)
        return mail?.html?.firstMatch(of: /<html lang="([a-z]+)">/).map { String($0.output.1) }
    }

    @Test(
        "the first language of the user's locale for which there are texts is taken",
        arguments: [
            ("de", "de"), ("DE", "de"), ("de-CH-1996", "de"), ("de_AT", "de"), ("fr-CA", "fr"), ("FR_fr", "fr"),
            ("es-419", "es"), ("es_MX.UTF-8", "es"), ("en-GB", "en"), ("de@euro", "de"), ("pt-BR, fr-CA, de", "fr"),
            ("ja,es;q=0.8", "es"),
        ])
    func firstKnownLanguageIsTaken(locale: String, language: String) throws {
        try expect(Self.language(locale, ["MAIL_LANGUAGE": "fr"]), equals: language)
    }

    @Test(
        "any other locale gets the default language",
        arguments: [nil, "", "pt-BR", "german", "deutsch", "d", "de2", "den", "é", "-de", ",", "zh-Hant-DE"])
    func otherLocalesGetTheDefault(locale: String?) throws {
        try expect(Self.language(locale), equals: "en")
        try expect(Self.language(locale, ["MAIL_LANGUAGE": "es"]), equals: "es")
    }
}

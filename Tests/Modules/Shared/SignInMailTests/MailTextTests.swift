import SignInMail
import StandIns
import TestSupport
import Testing

@Suite("Texts of mails")
struct MailTextTests {
    @Test(
        "every mail in every language names the service and the time, and has the same in both bodies",
        arguments: SampleMessage.locales, SampleMessage.all)
    func everyMailNamesServiceAndTime(locale: String, message: MailMessage) throws {
        let mail = try #require(try MailDeployment.mail(message, locale: locale, ["SERVICE_NAME": "Käse & Co"]))
        let (subject, text, html) = (try #require(mail.subject), try #require(mail.text), try #require(mail.html))
        #expect(subject.contains("Käse & Co"))
        for value in ["2027-01-15", "08:00 UTC"] { #expect(text.contains(value) && html.contains(value)) }
        #expect(text.contains("Käse & Co") && html.contains("Käse &amp; Co"))
        #expect(html.contains("<html lang=\"\(locale)\">"))
        #expect(html.contains("<title>\(subject.replacing("&", with: "&amp;"))</title>"))
        #expect(Self.plain(html) == text.split(separator: "\n").map(String.init))
    }

    @Test(
        "no mail holds a link or anything that becomes one", arguments: SampleMessage.locales, SampleMessage.all)
    func noMailHoldsALink(locale: String, message: MailMessage) throws {
        let mail = try #require(try MailDeployment.mail(message, locale: locale))
        let body = try #require(mail.text) + Self.plain(try #require(mail.html)).joined(separator: "\n")
        for part in ["://", "www.", "@"] { #expect(!body.contains(part)) }
        #expect(body.firstMatch(of: /\p{L}\.\p{L}/) == nil)
        let html = try #require(mail.html)
        for part in ["<a", "href", "<img", "src=", "<script"] { #expect(!html.contains(part)) }
    }

    @Test("the sandbox finds the code in every mail with one, and none in a notice", arguments: SampleMessage.locales)
    func sandboxFindsTheCode(locale: String) throws {
        let codes = try SampleMessage.all.map { try #require(try MailDeployment.mail($0, locale: locale)).code }
        let (digits, long) = (SampleMessage.digits.text, SampleMessage.long.text)
        #expect(codes == [digits, long, digits, long, nil, nil, nil, nil, nil])
    }

    static let minutes: [(String, [String])] = [
        ("en", ["less than a minute", "one minute", "2 minutes"]),
        ("de", ["weniger als eine Minute", "eine Minute", "2 Minuten"]),
        ("fr", ["moins d’une minute", "une minute", "2 minutes"]),
        ("es", ["menos de un minuto", "un minuto", "2 minutos"]),
    ]

    @Test("a code is on a line of its own, with the time for which it is valid", arguments: minutes)
    func codeNamesItsLifetime(locale: String, words: [String]) throws {
        for (lifetime, word) in [(0, words[0]), (59, words[0]), (60, words[1]), (119, words[1]), (120, words[2])]
            as [(Int64, String)]
        {
            for (form, isRepeated) in [(MailedCode.Form.digits, false), (.digits, true), (.long, false)] {
                let code = MailedCode("7K3M", form, lifetime: lifetime, isRepeated: isRepeated)
                for message in [MailMessage.signInCode(code), .addressCode(code)] {
                    let text = try #require(try MailDeployment.mail(message, locale: locale)?.text)
                    #expect(text.split(separator: "\n").contains("7K3M"))
                    #expect(text.contains(" \(word)"))
                }
            }
        }
    }

    @Test("another passkey is named with its keeper, unless that is its name")
    func otherPasskeysAreNamed() throws {
        let others = [("Phone", "Google"), ("Google", "Google"), ("Key", nil)].map {
            PasskeyLabel(name: $0, provider: $1)
        }
        let added = MailMessage.passkeyAdded(PasskeyLabel(name: "New", provider: nil), others: others)
        let text = try #require(try MailDeployment.mail(added)?.text)
        #expect(text.contains("Phone (Google)") && !text.contains("Google (Google)") && text.contains("Key"))
    }

    @Test("a notice on a passkey names it, and leaves out what it does not have")
    func noticeNamesThePasskey() throws {
        for (name, provider, lines) in [
            ("Blue phone", "Google", ["Passkey: Blue phone", "Stored by: Google"]),
            ("Blue phone", nil, ["Passkey: Blue phone"]),
            (nil, "Google", ["Stored by: Google"]), (nil, nil, []),
        ] as [(String?, String?, [String])] {
            let passkey = PasskeyLabel(name: name, provider: provider)
            for message in [
                MailMessage.firstPasskeyAdded(passkey), .passkeyAdded(passkey, others: []), .passkeyRemoved(passkey),
            ] {
                let text = try #require(try MailDeployment.mail(message)?.text)
                let found = text.split(separator: "\n").map(String.init).filter {
                    $0.contains(": ") && !$0.contains(". ")
                }
                #expect(found == lines + ["Time: 2027-01-15 at 08:00 UTC"])
            }
        }
    }

    /// The lines of an HTML body as a reader sees them.
    static func plain(_ html: String) -> [String] {
        let body = html[(html.firstRange(of: "<body")?.lowerBound ?? html.startIndex)...]
        let text = body.replacing(/<\/p>|<br>/, with: "\n").replacing(/<[^>]*>/, with: "")
        let characters = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        return characters.reduce(text) { $0.replacing($1.0, with: $1.1) }.split(separator: "\n").map(String.init)
    }
}

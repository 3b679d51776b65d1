import SignInMail
import StandIns
import Testing

@Suite("Texts of mails")
struct MailTextTests {
    @Test("a code to sign in with, in English, word by word")
    func codeInEnglish() throws {
        let mail = try #require(try MailDeployment.mail(.signInCode(SampleMessage.digits)))
        #expect(mail.subject == "Your sign-in code for Example")
        #expect(
            mail.text == """
                Your sign-in code for Example:

                012345

                Enter it where you asked for it. It is valid for 5 minutes. If you have asked more than once, use the \
                newest mail.

                It was asked for on 2027-01-15 at 08:00 UTC, to sign in.

                If that was not you, ignore this mail. Do not give the code to anybody: it opens your account.

                """)
    }

    @Test("a code that an earlier mail has too, in English, word by word")
    func codeAgainInEnglish() throws {
        let code = MailedCode("012345", lifetime: 179, isRepeated: true)
        let mail = try #require(try MailDeployment.mail(.signInCode(code)))
        #expect(
            mail.text?.contains(
                """
                Enter it where you asked for it. It is the same code as in an earlier mail, and is still valid for \
                2 minutes. If you have asked more than once, use the newest mail.

                """) == true)
    }

    static let newest = [("en", "newest"), ("de", "neueste"), ("fr", "plus récent"), ("es", "más reciente")]

    @Test(
        "digits, and only they, are said to be in the newest mail; a repeated code is said to be one", arguments: newest
    )
    func newestMailCounts(locale: String, words: String) throws {
        func text(_ code: MailedCode) throws -> String {
            try #require(try MailDeployment.mail(.signInCode(code), locale: locale)?.text)
        }
        let new = try text(SampleMessage.digits)
        let again = try text(MailedCode(SampleMessage.digits.text, lifetime: 300, isRepeated: true))
        #expect(new.contains(words) && again.contains(words) && new != again)
        #expect(try !text(SampleMessage.long).contains(words))
    }

    @Test("a notice, in German, word by word")
    func noticeInGerman() throws {
        let message = MailMessage.passkeyAdded(SampleMessage.passkey, others: [SampleMessage.other])
        let mail = try #require(try MailDeployment.mail(message, locale: "de-AT"))
        #expect(mail.subject == "Weiterer Passkey zu Ihrem Konto bei Example hinzugefügt")
        #expect(
            mail.text == """
                Ihrem Konto bei Example wurde ein weiterer Passkey hinzugefügt. Sie können sich ab sofort auch damit \
                anmelden.

                Passkey: Blue phone
                Gespeichert bei: iCloud Keychain
                Zeitpunkt: 2027-01-15 um 08:00 UTC
                Ihre anderen Passkeys: Laptop

                Wenn Sie das nicht waren, hat möglicherweise jemand anderes Zugriff auf Ihr Postfach oder eines Ihrer \
                Geräte. Ändern Sie das Passwort Ihres Postfachs und lassen Sie diesen Passkey anschließend von Example \
                entfernen.

                """)
    }

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

    @Test("no two messages have the same text in any two languages")
    func textsDiffer() throws {
        var texts: Set<String> = []
        for locale in SampleMessage.locales {
            for message in SampleMessage.all {
                texts.insert(try #require(try MailDeployment.mail(message, locale: locale)?.text))
            }
        }
        #expect(texts.count == SampleMessage.locales.count * SampleMessage.all.count)
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

    static let pasting = [("en", "paste it"), ("de", "fügen Sie ihn"), ("fr", "collez-le"), ("es", "péguelo")]

    @Test("only a long code is said to be pasted, into any sign-in that is open", arguments: pasting)
    func longCodeCanBePasted(locale: String, words: String) throws {
        let long = try #require(try MailDeployment.mail(.signInCode(SampleMessage.long), locale: locale)?.text)
        let digits = try #require(try MailDeployment.mail(.signInCode(SampleMessage.digits), locale: locale)?.text)
        #expect(long.contains(words) && !digits.contains(words))
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

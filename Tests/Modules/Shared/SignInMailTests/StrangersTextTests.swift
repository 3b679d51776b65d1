import SignInMail
import StandIns
import TestSupport
import Testing

@Suite("Text by strangers in mails")
struct StrangersTextTests {
    @Test(
        "a passkey's name holds no markup, no line end and nothing that becomes a link",
        arguments: [
            ("Ana's phone", "Ana s phone"), ("<a href=\"http://evil.test\">x</a>", "a href http evil test x a"),
            ("https://evil.test/x?y=z", "https evil test x y z"), ("www.evil.test", "www evil test"),
            ("call me@evil.test", "call me evil test"), ("a\r\nBcc: b@c.test", "a Bcc b c test"),
            ("a\u{2028}b\u{85}c\u{0}d", "a b c d"), ("safe\u{202E}txt", "safe txt"), ("evil。test", "evil test"),
            ("evil\u{FF0E}test", "evil test"), ("évil\u{2024}test", "évil test"), ("Büro – ключ 鍵", "Büro – ключ 鍵"),
            ("{{code}}", "code"), ("  a   b  ", "a b"), ("&amp;", "amp"),
            (String(repeating: "a", count: 99), String(repeating: "a", count: 64)),
        ])
    func nameIsHarmless(name: String, shown: String) throws {
        let mail = try MailDeployment.mail(.firstPasskeyAdded(PasskeyLabel(name: name, provider: name)))
        let lines = try #require(mail?.text).split(separator: "\n")
        #expect(lines.contains("Passkey: \(shown)") && lines.contains("Stored by: \(shown)"))
        try expect(#require(mail?.html)) { $0.contains("Passkey: <strong>\(shown)</strong>") }
    }

    @Test("a name of which nothing is left is left out", arguments: ["", " ", "\u{200B}", "://", "...", "\r\n"])
    func emptyNameIsLeftOut(name: String) throws {
        let mail = try MailDeployment.mail(.passkeyRemoved(PasskeyLabel(name: name, provider: name)))
        try expect(#require(mail?.text).contains("Passkey: "), equals: false)
        #expect(PasskeyLabel(name: name, provider: nil) == PasskeyLabel(name: nil, provider: nil))
    }

    @Test("a code is escaped like everything else")
    func codeIsEscaped() throws {
        let mail = try MailDeployment.mail(.signInCode(MailedCode("<b>&\"'", lifetime: 300)))
        try expect(#require(mail?.html)) { $0.contains("<strong>&lt;b&gt;&amp;&quot;&#39;</strong>") }
    }

    @Test("a locale decides the language and shows nowhere", arguments: ["<b>", "x\r\nBcc: a", "de\r\n"])
    func localeShowsNowhere(locale: String) throws {
        let mail = try #require(try MailDeployment.mail(.signInCode(SampleMessage.digits), locale: locale))
        try expect(mail, equals: MailDeployment.mail(.signInCode(SampleMessage.digits)))
    }
}

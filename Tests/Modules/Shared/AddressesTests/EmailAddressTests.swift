import Addresses
import Testing

@Suite("Addresses of mails")
struct EmailAddressTests {
    /// An address with the longest local part, whose domain has so many labels more.
    private static func longest(_ label: String, labels: Int) -> String {
        String(repeating: "a", count: 64) + "@" + label + String(repeating: "b.", count: labels) + "c"
    }

    @Test(
        "an address is one local part and one domain, which is encoded where it is not ASCII",
        arguments: [
            ("ana@example.test", "ana@example.test"), ("A+b.c'd@Example.TEST", "A+b.c'd@Example.TEST"),
            ("ana@exämple.test", "ana@xn--exmple-cua.test"), ("Ana@EXample.Tästing", "Ana@example.xn--tsting-bua"),
            ("ana@xn--exmple-cua.test", "ana@xn--exmple-cua.test"), ("a@b_c.test", "a@b_c.test"),
            (String(repeating: "a", count: 64) + "@b.c", String(repeating: "a", count: 64) + "@b.c"),
            (Self.longest("ä.", labels: 90), Self.longest("xn--4ca.", labels: 90)),
            (Self.longest("", labels: 94), Self.longest("", labels: 94)),
        ])
    func addressIsMailed(text: String, mailed: String) throws {
        let address = try EmailAddress(text)
        #expect(address.text == mailed)
    }

    @Test(
        "any other text is none, for one of three reasons",
        arguments: [
            ("", .notOneAddress), ("ana", .notOneAddress), ("@example.test", .notOneAddress), ("ana@", .notOneAddress),
            ("a@b@c.test", .notOneAddress), ("a@@b.test", .notOneAddress), ("a@localhost", .notOneAddress),
            ("a@b.", .notOneAddress), ("a@.b", .notOneAddress), ("a@b..c", .notOneAddress),
            ("a@example.test,b@example.test", .notOneAddress),
            ("a@b.c;d", .notOneAddress), ("Ana <a@example.test>", .notOneAddress), ("a @b.test", .notOneAddress),
            ("a@b.test\r\nBcc: b", .notOneAddress), ("\"a\"@b.test", .notOneAddress), ("a:b@c.test", .notOneAddress),
            ("a\u{7F}@b.test", .notOneAddress), (String(repeating: "a", count: 65) + "@b.c", .notOneAddress),
            ("ana@example\u{3002}test", .notOneAddress), ("ana\u{FF20}example.test", .notOneAddress),
            ("o\u{2019}neill@example.test", .localPart), ("josé@example.test", .localPart),
            ("a\u{A0}b@example.test", .localPart), ("\u{200B}ana@example.test", .localPart),
            ("é@EXÄMPLE.test", .localPart), ("ana@EXÄMPLE.test", .domain), ("ana@exa\u{308}mple.test", .domain),
            ("ana@exam\u{A0}ple.test", .domain), ("ana@a!b.test", .domain), ("ana@xn--abc-.test", .domain),
            ("ana@" + String(repeating: "a", count: 64) + ".test", .domain), ("ana@-a.test", .domain),
            (Self.longest("ä.", labels: 90) + "b", .domain), (Self.longest("", labels: 94) + "b", .notOneAddress),
            (String(repeating: "a", count: 60) + "@" + String(repeating: "ä.", count: 60) + "test", .domain),
        ] as [(String, EmailAddressError)])
    func otherTextIsNone(text: String, error: EmailAddressError) {
        #expect(throws: error) { try EmailAddress(text) }
    }

    @Test(
        "only ASCII letters of an address are folded, and its domain is encoded",
        arguments: [
            ("Ada@Example.COM", "ada@example.com"), ("\u{212A}@x", "\u{212A}@x"), ("É@X", "É@x"),
            ("[@\\]^_`{", "[@\\]^_`{"), ("Ana@exämple.TEST", "ana@xn--exmple-cua.test"),
            ("ana@XN--EXMPLE-CUA.test", "ana@xn--exmple-cua.test"), ("É@ä.test", "É@xn--4ca.test"),
            ("Ana@EXÄMPLE.test", "ana@exÄmple.test"), ("Ä", "Ä"), ("ä@", "ä@"),
        ])
    func foldedAddress(address: String, folded: String) {
        #expect(EmailAddress.folded(address) == Array(folded.utf8))
    }

    @Test(
        "look-alikes are other addresses",
        arguments: [
            ("ana@straße.test", "ana@strasse.test"), ("ana@exämple.test", "ana@exa\u{308}mple.test"),
            ("ana@exämple.test", "ana@example.test"), ("\u{212A}im@a.test", "kim@a.test"),
            ("é@a.test", "e\u{301}@a.test"),
            ("ana@ä.test", "ana@Ä.test"),
        ])
    func lookAlikesDiffer(one: String, other: String) {
        #expect(!EmailAddress.areEqual(one, other))
        #expect(EmailAddress.areEqual(one, one) && EmailAddress.areEqual(other, other))
    }

    @Test("a text of any length is folded at once")
    func longTextIsFolded() {
        let text = "a@" + String(repeating: "e\u{301}", count: 20_000)
        let start = ContinuousClock.now
        #expect(EmailAddress.folded(text).count == text.utf8.count)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}

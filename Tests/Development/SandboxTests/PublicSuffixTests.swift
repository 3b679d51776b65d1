import Sandbox
import TestSupport
import Testing

@Suite("The list of public suffixes")
struct PublicSuffixTests {
    private static let rules = PublicSuffixList(
        """
        // a comment
        com

        co.uk   // what follows a space is no part of the rule
        *.ck
        !www.ck
        公司.cn
        муниципалитет.рф
        """)

    @Test(
        "the longest rule applies, an exception overrides it, and without a rule the last label is the suffix",
        arguments: [
            ("com", "com", nil), ("example.com", "com", "example.com"), ("a.b.example.com", "com", "example.com"),
            ("uk", "uk", nil), ("co.uk", "co.uk", nil), ("a.example.co.uk", "co.uk", "example.co.uk"),
            ("shop.ck", "shop.ck", nil), ("a.b.shop.ck", "shop.ck", "b.shop.ck"), ("www.ck", "ck", "www.ck"),
            ("a.www.ck", "ck", "www.ck"), ("a.unlisted", "unlisted", "a.unlisted"), ("notcom", "notcom", nil),
            ("xn--55qx5d.cn", "xn--55qx5d.cn", nil), ("a.xn--55qx5d.cn", "xn--55qx5d.cn", "a.xn--55qx5d.cn"),
            ("xn--80akhabrdiu7abc5b.xn--p1ai", "xn--80akhabrdiu7abc5b.xn--p1ai", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func suffixAndRegistrableDomain(domain: String, suffix: String, registrable: String?) {
        #expect(Self.rules.publicSuffix(of: domain) == suffix)
        #expect(Self.rules.registrableDomain(of: domain) == registrable)
    }

    /// The bundled copy, which takes a while to read.
    private static let bundled = Result { try PublicSuffixList.bundled() }

    @Test(
        "warns of a public suffix and of a bare registrable domain",
        arguments: [
            ("example.com", RelyingPartyWarning.registrableDomain("example.com")), ("com", .publicSuffix("com")),
            ("co.uk", .publicSuffix("co.uk")), ("github.io", .publicSuffix("github.io")),
            ("example.co.uk", .registrableDomain("example.co.uk")),
            ("ana.github.io", .registrableDomain("ana.github.io")),
            ("xn--55qx5d.cn", .publicSuffix("xn--55qx5d.cn")), ("shop.kawasaki.jp", .publicSuffix("shop.kawasaki.jp")),
            ("city.kawasaki.jp", .registrableDomain("city.kawasaki.jp")),
            ("login.example.com", nil), ("login.example.co.uk", nil), ("localhost", nil), ("app.localhost", nil),
        ] as [(String, RelyingPartyWarning?)])
    func warnsOfUnsuitableDomain(domain: String, warning: RelyingPartyWarning?) throws {
        try expect(RelyingPartyWarning(of: domain, Self.bundled.get()), equals: warning)
    }

    @Test("a warning says what is wrong and names the list's version")
    func warningNamesReasonAndList() throws {
        for domain in ["example.com", "com"] {
            let warning = try #require(RelyingPartyWarning(of: domain, try Self.bundled.get()))
            #expect("\(warning)".hasPrefix("\(domain) is a "))
            #expect("\(warning)".contains(PublicSuffixList.version))
        }
    }
}

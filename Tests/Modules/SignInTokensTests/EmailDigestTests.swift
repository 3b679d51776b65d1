import SignInTokens
import Testing

@Suite("Digests of addresses")
struct EmailDigestTests {
    // Computed with Python's hmac and base64 modules.
    @Test(
        "a digest is base64url(HMAC-SHA256(key, \"email\" and the address with ASCII letters in lower case))",
        arguments: [
            ("ada@example.com", "kjvvCoRwJkBe4TKL-8FxmivKldSFOtTInePi7brBqQY"),
            ("ADA@Example.COM", "kjvvCoRwJkBe4TKL-8FxmivKldSFOtTInePi7brBqQY"),
            ("Ada.Lovelace@EXAMPLE.com", "c9j5b0_GE13I6AKNom3O1K4XdnmUIbDw7AiCEyv4-5Q"),
            ("ÄRGER@BÜCHER.example", "lx8atijuBWF9i_bhJ3rmcWrGxN-s17RZm_ra10yMI4U"),
            ("a+b@example.com", "epWm7dCmPPQ90GorwpwAhAPflwWxo-hW2z8ajDOayMw"),
            ("", "8l3L3ta7tosyvdFI3cb6Igaf-RmmCbb43nrw6e8ejzI"),
        ])
    func digestOfAddress(email: String, digest: String) {
        #expect(EmailDigest.of(email, key: TokenFixture.secret) == digest)
    }

    @Test("another key gives another digest")
    func otherKey() {
        #expect(
            EmailDigest.of("ada@example.com", key: TokenFixture.otherSecret)
                == "Nwfq-8KDPtYe9vIxnkbzvGU10Lc_yWaxiFRSP9juMqs")
    }

    @Test("white space is not removed, because it makes another address")
    func whiteSpace() {
        let digests = ["ada@example.com", " ada@example.com", "ada@example.com "].map {
            EmailDigest.of($0, key: TokenFixture.secret)
        }
        #expect(Set(digests).count == 3)
    }

    @Test("the digest for a user without an address has the same form, and no address has it")
    func noAddress() {
        let digest = EmailDigest.ofNoAddress(subject: TokenFixture.subject, key: TokenFixture.secret)
        #expect(digest == "Nej0DyoW43NdD_TkWad9JbjCJqSS9QfgAcu-pjHo2_U")
        #expect(digest.utf8.count == 43)
        #expect(digest != EmailDigest.of(TokenFixture.subject, key: TokenFixture.secret))
        #expect(digest != EmailDigest.of("", key: TokenFixture.secret))
    }
}

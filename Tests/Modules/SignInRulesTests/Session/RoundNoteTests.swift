import SignInRules
import Testing

@Suite("Create's note on a round")
struct RoundNoteTests {
    private static func note(_ step: String, _ words: String?, who: String?, flow: String?) -> RoundNote {
        RoundNote(step: step, words: words, who: who, flow: flow.map { FlowCode(rawValue: $0) })
    }

    @Test(
        "is read as it was written",
        arguments: [
            ("CAPTCHA who=;flow=C-RT", note("CAPTCHA", nil, who: nil, flow: "C-RT")),
            ("CAPTCHA who=abc;flow=C-RT", note("CAPTCHA", nil, who: "abc", flow: "C-RT")),
            ("EMAIL_OTP 1  3 4 who=a-_c;flow=P-EO", note("EMAIL_OTP", "1  3 4", who: "a-_c", flow: "P-EO")),
            ("EMAIL_OTP who=a;flow=X who=b;flow=EO", note("EMAIL_OTP", "who=a;flow=X", who: "b", flow: "EO")),
            // As the version before wrote them.
            ("CAPTCHA", note("CAPTCHA", nil, who: nil, flow: nil)),
            ("CAPTCHA who=abc", note("CAPTCHA", nil, who: "abc", flow: nil)),
            ("EMAIL_OTP 1 2 3 4", note("EMAIL_OTP", "1 2 3 4", who: nil, flow: nil)),
            ("EMAIL_OTP 1  3 4 who=abc", note("EMAIL_OTP", "1  3 4", who: "abc", flow: nil)),
            ("EMAIL_OTP who=a who=b", note("EMAIL_OTP", "who=a", who: "b", flow: nil)),
            ("", note("", nil, who: nil, flow: nil)),
        ])
    func notes(text: String, note: RoundNote) {
        #expect(RoundNote(text) == note)
        #expect(note.text == text)
    }

    @Test(
        "is read although a newer version has added marks, and names no flow anywhere else",
        arguments: [
            ("CAPTCHA who=abc;flow=C-RT;later=1", note("CAPTCHA", nil, who: "abc", flow: "C-RT")),
            ("CAPTCHA who=abc;later=1;;flow=C-RT", note("CAPTCHA", nil, who: "abc", flow: "C-RT")),
            ("CAPTCHA who=;later=flow=EO", note("CAPTCHA", nil, who: nil, flow: nil)),
            ("CAPTCHA ;flow=EO", note("CAPTCHA", ";flow=EO", who: nil, flow: nil)),
            ("CAPTCHA word;flow=EO", note("CAPTCHA", "word;flow=EO", who: nil, flow: nil)),
            ("CAPTCHA flow=EO", note("CAPTCHA", "flow=EO", who: nil, flow: nil)),
            ("CAPTCHA who=abc;flow=EO ", note("CAPTCHA", "who=abc;flow=EO ", who: nil, flow: nil)),
            ("who=abc;flow=EO", note("who=abc;flow=EO", nil, who: nil, flow: nil)),
            // An empty name is no flow's, so it is not as if there were none.
            ("CAPTCHA who=abc;flow=", note("CAPTCHA", nil, who: "abc", flow: "")),
        ])
    func marks(text: String, note: RoundNote) { #expect(RoundNote(text) == note) }

    /// The reader of the version before, whose notes end with `who=` and the digest. Its Create, Define and Verify must
    /// read a round of this version while both serve one sign-in.
    private struct FormerNote {
        let step: String
        let words: String?

        init(_ text: String) {
            var parts = text.split(separator: " ", omittingEmptySubsequences: false)
            step = String(parts.removeFirst())
            if let last = parts.last, last.hasPrefix("who=") { parts.removeLast() }
            words = parts.isEmpty ? nil : parts.joined(separator: " ")
        }
    }

    @Test("has step and words where the version before reads them", arguments: [nil, "1 2 3 4"], [nil, "digest"])
    func formerReader(words: String?, who: String?) {
        let former = FormerNote(Self.note("EMAIL_OTP", words, who: who, flow: "P-C-EO").text)
        #expect(former.step == "EMAIL_OTP")
        #expect(former.words == words)
    }
}

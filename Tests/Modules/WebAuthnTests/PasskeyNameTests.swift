import Testing
import WebAuthn

@Suite("Names of passkeys")
struct PasskeyNameTests {
    @Test(
        "a name is kept without surrounding white space",
        arguments: [
            ("My phone", "My phone"), ("  My phone\t", "My phone"), ("\u{1F511}", "\u{1F511}"),
            (String(repeating: "\u{6F22}", count: 100), String(repeating: "\u{6F22}", count: 100)),
        ])
    func nameIsTrimmed(text: String, name: String) { #expect(PasskeyName.normalized(text) == name) }

    @Test(
        "a name that is empty, too long, or has control characters is refused",
        arguments: [
            "", "  ", String(repeating: "a", count: 101), "a\u{0}b", "a\nb", "a\u{2028}b",
            // One character of 60 KB.
            "a" + String(repeating: "\u{301}", count: 30_000), "a" + String(repeating: "\u{301}", count: 200),
        ])
    func unsuitableNameIsRefused(text: String) { #expect(PasskeyName.normalized(text) == nil) }
}

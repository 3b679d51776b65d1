import Primitives
import Testing

@Suite("A text of somebody else in a log line")
struct QuotedTextTests {
    @Test(
        "stands in quotation marks, and is one word of printable ASCII",
        arguments: [
            ("", #""""#), ("https://app.example.org:8443", #""https://app.example.org:8443""#),
            ("android:apk-key-hash:-_AZaz09", #""android:apk-key-hash:-_AZaz09""#), ("a b", #""a\u{20}b""#),
            ("\r\n\t\0\u{1B}[31m\u{7F}", #""\u{d}\u{a}\u{9}\u{0}\u{1b}[31m\u{7f}""#),
            (#"""#, #""\u{22}""#), (#"\"#, #""\u{5c}""#), (#"\u{a}"#, #""\u{5c}u{a}""#),
            (
                "é\u{301}\u{85}\u{2028}\u{202E}\u{FFFD}\u{1F600}",
                #""\u{e9}\u{301}\u{85}\u{2028}\u{202e}\u{fffd}\u{1f600}""#
            ),
        ])
    func textIsOneWord(text: String, shown: String) {
        #expect(text.quoted == shown)
    }

    @Test(
        "is cut off after three hundred characters, which the dots beside the quotation marks say",
        arguments: ["a", "\n"])
    func textIsBounded(character: String) {
        func text(_ count: Int) -> String { String(repeating: character, count: count) }
        #expect(text(300).quoted.hasSuffix("\""))
        #expect(text(301).quoted == text(300).quoted + "...")
        #expect(text(100_000).quoted == text(301).quoted)
        #expect(text(300).quoted.utf8.count <= 302 * 10)
    }
}

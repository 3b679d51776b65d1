import Primitives
import Testing

@Suite("Exact comparison of texts")
struct ExactTextTests {
    static let differing: [(String, String)] = [
        ("K", "\u{212A}"), ("\u{E9}", "e\u{301}"), (";", "\u{37E}"), ("a", "A"), ("a", "a\u{301}"), ("a", "ab"),
        ("", "a"),
        ("a\u{301}\u{323}", "a\u{323}\u{301}"), ("\u{0}", ""),
    ]

    @Test("texts of different bytes are different, even if they are canonically equivalent", arguments: differing)
    func differentBytesAreDifferent(one: String, other: String) {
        #expect(!one.hasSameBytes(as: other))
        #expect(!other.hasSameBytes(as: one))
    }

    @Test("a text has the same bytes as itself", arguments: ["", "a", "\u{212A}", "e\u{301}", "\u{1F511}"])
    func sameBytesAreSame(text: String) {
        #expect(text.hasSameBytes(as: String(decoding: Array(text.utf8), as: UTF8.self)))
    }

    @Test("the hash depends on the bytes, and on where one text ends and the next begins")
    func hashDependsOnBytes() {
        func hash(_ texts: String...) -> Int {
            var hasher = Hasher()
            for text in texts { hasher.combine(bytesOf: text) }
            return hasher.finalize()
        }
        #expect(hash("\u{E9}", "b") == hash("\u{E9}", "b"))
        #expect(hash("K") != hash("\u{212A}"))
        #expect(hash("ab", "c") != hash("a", "bc"))
    }

    @Test("60 KB of combining marks are compared without being normalized")
    func combiningMarksAreComparedQuickly() throws {
        // Marks in another order than the canonical one take longest.
        let marks = String(repeating: "\u{301}", count: 15_000) + String(repeating: "\u{323}", count: 15_000)
        let (one, other) = ("a\(marks)b", "ab\(marks)")
        // With `==` each comparison takes half a second. Other processes can only make a comparison slower.
        let clock = ContinuousClock()
        let durations = (0..<10).map { _ in clock.measure { #expect(!one.hasSameBytes(as: other)) } }
        #expect(try #require(durations.min()) < .milliseconds(150))
    }
}

import JSON
import Testing

@Suite("JSON strings")
struct JSONStringTests {
    @Test(
        "every escape is read as its character",
        arguments: [
            (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{08}"), (#"\f"#, "\u{0C}"), (#"\n"#, "\n"),
            (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0000"#, "\0"), (#"\u0041"#, "A"), (#"\u00e9"#, "é"), (#"\u00E9"#, "é"),
            (#"\u20ac"#, "€"), (#"\uFFFF"#, "\u{FFFF}"), (#"\ud7ff"#, "\u{D7FF}"), (#"\ue000"#, "\u{E000}"),
            (#"\ud83d\ude00"#, "😀"), (#"\uD800\uDC00"#, "\u{10000}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
            (#"a\u0062c\\u0064"#, #"abc\u0064"#), (#"\\\\n"#, #"\\n"#),
        ])
    func escapedCharacters(written: String, meant: String) throws {
        let value = try JSONValue(parsing: Array("\"\(written)\"".utf8))
        #expect(value.string.map { Array($0.utf8) } == Array(meant.utf8))
    }

    @Test("characters of one to four bytes stay unchanged, also the first and the last of each length")
    func unescapedCharacters() throws {
        let text = " \u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{3FFFF}\u{10FFFF}"
        #expect(try JSONValue(parsing: Array("\"\(text)\"".utf8)).string.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("names that differ only in Unicode normalisation are two members")
    func normalisationKeepsNamesApart() throws {
        let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        #expect(value.members.count == 2)
        #expect(value["\u{E9}"]?.integer == 1)
        #expect(value["e\u{301}"]?.integer == 2)
    }

    @Test("a name written with escapes is found by its characters")
    func escapedName() throws {
        let value = try JSONValue(parsing: Array(#"{"\u0073ub":"x","a\/b":"y"}"#.utf8))
        #expect(value["sub"]?.string == "x")
        #expect(value["a/b"]?.string == "y")
        #expect(value[#"\u0073ub"#] == nil)
    }
}

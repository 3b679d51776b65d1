import JSON
import Testing

@Suite("JSON refusals")
struct JSONErrorTests {
    @Test(
        "a text that is not JSON is refused at the byte that breaks the grammar",
        arguments: [
            ("", .unexpectedEnd), (" \n", .unexpectedEnd), ("[", .unexpectedEnd), ("[1", .unexpectedEnd),
            ("[1,", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd),
            ("{\"a\":1,", .unexpectedEnd), ("\"abc", .unexpectedEnd), ("\"abc\\", .unexpectedEnd),
            ("\"\\u12", .unexpectedEnd), ("\"\\ud83d\\u", .unexpectedEnd), ("tru", .unexpectedEnd),
            ("x", .unexpectedByte(offset: 0)), ("  'a'", .unexpectedByte(offset: 2)),
            ("trUe", .unexpectedByte(offset: 2)), ("nul1", .unexpectedByte(offset: 3)),
            ("[1,]", .unexpectedByte(offset: 3)), ("[,1]", .unexpectedByte(offset: 1)),
            ("[1 2]", .unexpectedByte(offset: 3)), ("[1}", .unexpectedByte(offset: 2)),
            ("{\"a\":1,}", .unexpectedByte(offset: 7)), ("{\"a\" 1}", .unexpectedByte(offset: 5)),
            ("{\"a\":}", .unexpectedByte(offset: 5)), ("{a:1}", .unexpectedByte(offset: 1)),
            ("{1:1}", .unexpectedByte(offset: 1)), ("{\"a\":1]", .unexpectedByte(offset: 6)),
            ("+1", .unexpectedByte(offset: 0)), (".5", .unexpectedByte(offset: 0)),
            ("NaN", .unexpectedByte(offset: 0)), ("// no comment\n1", .unexpectedByte(offset: 0)),
            ("[\u{A0}1]", .unexpectedByte(offset: 1)), ("[\u{0C}1]", .unexpectedByte(offset: 1)),
            ("1 2", .trailingData(offset: 2)), ("{}}", .trailingData(offset: 2)), ("[]\0", .trailingData(offset: 2)),
            ("\u{FEFF}{}", .byteOrderMark), ("{}\u{FEFF}", .trailingData(offset: 2)),
        ] as [(String, JSONError)])
    func textOutsideTheGrammar(text: String, error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "a number outside RFC 8259's grammar is refused at its first byte",
        arguments: ["01", "-01", "00", "-", "-x", "1.", "1.e5", "1e", "1e+", "1E-", "1.5e", "-.5", "0x1", "1.2.3"])
    func invalidNumber(text: String) {
        let expected: JSONError =
            switch text {
            case "0x1": .unexpectedByte(offset: 3)
            case "1.2.3": .unexpectedByte(offset: 5)
            default: .invalidNumber(offset: 2)
            }
        #expect(throws: expected) { try JSONValue(parsing: Array("[ \(text) ]".utf8)) }
    }

    @Test(
        "a string with a bad byte or escape is refused at the bad byte or escape",
        arguments: [
            ([0x00], .controlCharacter(offset: 2)), ([0x0A], .controlCharacter(offset: 2)),
            ([0x1F], .controlCharacter(offset: 2)), (Array(#"\x"#.utf8), .invalidEscape(offset: 2)),
            (Array(#"\'"#.utf8), .invalidEscape(offset: 2)), (Array(#"\U0041"#.utf8), .invalidEscape(offset: 2)),
            (Array(#"\u00G0"#.utf8), .invalidEscape(offset: 2)), (Array(#"\u12"#.utf8), .invalidEscape(offset: 2)),
            (Array(#"\ud800"#.utf8), .loneSurrogate(offset: 2)), (Array(#"\udc00"#.utf8), .loneSurrogate(offset: 2)),
            (Array(#"\ud800\n"#.utf8), .loneSurrogate(offset: 2)),
            (Array(#"\ud800\ud800"#.utf8), .loneSurrogate(offset: 2)),
            (Array(#"\ud800A"#.utf8), .loneSurrogate(offset: 2)),
            (Array(#"\ud83d\ude00\udfff"#.utf8), .loneSurrogate(offset: 14)), ([0x80], .invalidUTF8(offset: 2)),
            ([0xC0, 0x80], .invalidUTF8(offset: 2)), ([0xC1, 0xBF], .invalidUTF8(offset: 2)),
            ([0xC2, 0x41], .invalidUTF8(offset: 2)), ([0xE0, 0x9F, 0xBF], .invalidUTF8(offset: 2)),
            ([0xED, 0xA0, 0x80], .invalidUTF8(offset: 2)), ([0xE2, 0x82, 0x41], .invalidUTF8(offset: 2)),
            ([0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8(offset: 2)), ([0xF4, 0x90, 0x80, 0x80], .invalidUTF8(offset: 2)),
            ([0xF5, 0x80, 0x80, 0x80], .invalidUTF8(offset: 2)), ([0xFF], .invalidUTF8(offset: 2)),
            ([0xC3, 0xA9, 0xC3], .invalidUTF8(offset: 4)),
        ] as [([UInt8], JSONError)])
    func invalidString(content: [UInt8], error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: Array("[\"".utf8) + content + Array("\"]".utf8)) }
    }

    @Test(
        "a character cut off by the end of the text is refused",
        arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]])
    func cutOffCharacter(bytes: [UInt8]) {
        #expect(throws: JSONError.invalidUTF8(offset: 1)) { try JSONValue(parsing: Array("\"".utf8) + bytes) }
    }

    @Test(
        "a second member of the same name is refused at that name, in every spelling and at every depth",
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"":1,"":2}"#, 6), (#"{"a":1,"\u0061":2}"#, 7),
            (#"{"\u0061":1,"a":2}"#, 12), (#"{"/":1,"\/":2}"#, 7), (#"{"😀":1,"\ud83d\ude00":2}"#, 10),
            (#"[{"x":{"a":1,"a":2}}]"#, 13), (#"{"a":{"a":1},"a":2}"#, 13),
        ])
    func duplicateMember(text: String, offset: Int) {
        #expect(throws: JSONError.duplicateMember(offset: offset)) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("a second member of the same name is refused in a large object too", arguments: [16, 17, 5_000])
    func duplicateMemberInLargeObject(count: Int) {
        let names = (0..<count).map { #""n\#($0)":0"# }.joined(separator: ",")
        let text = "{\(names),\"n0\":1}"
        #expect(throws: JSONError.duplicateMember(offset: names.utf8.count + 2)) {
            try JSONValue(parsing: Array(text.utf8))
        }
    }

    @Test(
        "the same name in different objects is not a duplicate",
        arguments: [#"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#])
    func sameNameInDifferentObjects(text: String) {
        #expect(throws: Never.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "an error says what is wrong and where, and contains nothing of the text",
        arguments: [
            (.tooLarge(limit: 5), "longer than 5 bytes"), (.tooDeep(offset: 5), "nested too deeply at byte 5"),
            (.byteOrderMark, "byte-order mark at the start"), (.unexpectedEnd, "ends too early"),
            (.unexpectedByte(offset: 5), "unexpected byte at 5"),
            (.invalidNumber(offset: 5), "invalid number at byte 5"),
            (.invalidUTF8(offset: 5), "invalid UTF-8 at byte 5"),
            (.controlCharacter(offset: 5), "unescaped control character at byte 5"),
            (.invalidEscape(offset: 5), "invalid escape at byte 5"),
            (.loneSurrogate(offset: 5), "half a surrogate pair at byte 5"),
            (.duplicateMember(offset: 5), "second member of the same name at byte 5"),
            (.trailingData(offset: 5), "data after the value at byte 5"),
        ] as [(JSONError, String)])
    func errorDescription(error: JSONError, text: String) {
        #expect(error.description == text)
    }
}

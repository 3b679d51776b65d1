import JSON
import TestSupport
import Testing

@Suite("The JSON writer")
struct JSONWriterTests {
    @Test("members of every kind have the order in which they are written")
    func membersOfEveryKind() {
        let written = JSONWriter.object { object in
            object.member("text", "a")
            object.member("yes", true)
            object.member("no", false)
            object.member("count", -12)
            object.member("list", ["a", "b\""])
            object.member("none", [String]())
            object.member("absent", ifPresent: nil)
            object.member("present", ifPresent: "p")
            object.member("raw", raw: Array("[1.50, null]".utf8))
            object.member("nested") { nested in
                nested.member("a", "b")
                nested.member("empty") { _ in }
            }
        }
        #expect(
            String(decoding: written, as: UTF8.self)
                == #"{"text":"a","yes":true,"no":false,"count":-12,"list":["a","b\""],"none":[],"present":"p","#
                + #""raw":[1.50, null],"nested":{"a":"b","empty":{}}}"#)
    }

    @Test("an object without members is empty braces")
    func emptyObject() {
        #expect(JSONWriter.object { _ in } == Array("{}".utf8))
    }

    @Test("the extreme integers are written without loss", arguments: [Int64.min, -1, 0, Int64.max])
    func extremeIntegers(value: Int64) throws {
        let written = JSONWriter.object { $0.member("n", value) }
        try expect(JSONValue(parsing: written)["n"]?.integer, equals: value)
    }

    @Test("an error thrown inside the closure reaches the caller")
    func errorReachesTheCaller() {
        #expect(throws: JSONError.unexpectedEnd) {
            try JSONWriter.object { (object) throws(JSONError) in
                try object.member("nested") { (_) throws(JSONError) in throw .unexpectedEnd }
            }
        }
    }

    @Test(
        "only characters that RFC 8259 requires to be escaped are escaped",
        arguments: [
            ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\n", #"\n"#), ("\r", #"\r"#), ("\t", #"\t"#),
            ("\0", #"\u0000"#), ("\u{01}", #"\u0001"#), ("\u{08}", #"\u0008"#), ("\u{0C}", #"\u000c"#),
            ("\u{0F}", #"\u000f"#), ("\u{10}", #"\u0010"#), ("\u{1F}", #"\u001f"#), (" ", " "), ("\u{7F}", "\u{7F}"),
            ("é€😀", "é€😀"), ("\u{2028}", "\u{2028}"), ("<&>'", "<&>'"), ("\r\n", #"\r\n"#),
        ])
    func requiredEscapes(value: String, written: String) {
        #expect(JSONWriter.object { $0.member("s", value) } == Array("{\"s\":\"\(written)\"}".utf8))
        #expect(JSONWriter.object { $0.member(value, "n") } == Array("{\"\(written)\":\"n\"}".utf8))
    }

    @Test("every character below U+0100 in names and values is read back unchanged")
    func roundTrip() throws {
        let texts = (0..<0x100 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { "a\($0)\u{10FFFF}" }
        let written = JSONWriter.object { object in
            for text in texts { object.member(text, text) }
            object.member("all", texts)
        }
        let value = try JSONValue(parsing: written)
        for (member, text) in zip(value.members, texts) {
            #expect(Array(member.name.utf8) == Array(text.utf8))
            #expect(member.value.string.map { Array($0.utf8) } == Array(text.utf8))
        }
        #expect(value["all"]?.elements.map(\.string) == texts)
    }

    @Test("a value copied raw from one text to another keeps its bytes")
    func rawCopyKeepsBytes() throws {
        let source = try JSONValue(parsing: Array(#"{"a": { "b" : 1.0, "c":"\u00e9" } }"#.utf8))
        let inner = try #require(source["a"])
        let written = JSONWriter.object { $0.member("copy", raw: inner.bytes) }
        #expect(String(decoding: written, as: UTF8.self) == #"{"copy":{ "b" : 1.0, "c":"\u00e9" }}"#)
    }

    @Test(
        "an array is written from values that are already JSON",
        arguments: [([], "[]"), (["1"], "[1]"), (["{}", "null", #""é""#], #"[{},null,"é"]"#)])
    func arrayOfJSONValues(values: [String], written: String) {
        #expect(JSONWriter.array(values.map { Array($0.utf8) }) == Array(written.utf8))
    }
}

@Suite("Replacing members of a JSON object")
struct JSONEditTests {
    static func edit(_ text: String, _ members: [(name: String, value: String?)]) throws -> String {
        let value = try JSONValue(parsing: Array(text.utf8))
        let edited = value.object(replacing: members.map { ($0.name, $0.value.map { Array($0.utf8) }) })
        return String(decoding: edited, as: UTF8.self)
    }

    @Test("existing members change in place, new ones are added at the end, nil removes a member")
    func replacesAddsAndRemovesMembers() throws {
        let text = #"{"a":1,"b":2,"c":3}"#
        try expect(Self.edit(text, [("b", "true")]), equals: #"{"a":1,"b":true,"c":3}"#)
        try expect(Self.edit(text, [("d", "4"), ("a", "0")]), equals: #"{"a":0,"b":2,"c":3,"d":4}"#)
        try expect(Self.edit(text, [("b", nil)]), equals: #"{"a":1,"c":3}"#)
        try expect(Self.edit(text, [("x", nil)]), equals: text)
        try expect(Self.edit(text, [("a", nil), ("b", nil), ("c", nil)]), equals: "{}")
        try expect(Self.edit("{}", [("q\"", "1")]), equals: #"{"q\"":1}"#)
        try expect(Self.edit(text, []), equals: text)
    }

    @Test("every other member keeps its bytes, including the spelling of its name")
    func otherMembersKeepTheirBytes() throws {
        let text = #" { "\u0061" : [ 1.50 , 2 ] , "r" : null, "é" : "\/" } "#
        try expect(Self.edit(text, [("r", "{}")]), equals: #"{"\u0061":[ 1.50 , 2 ],"r":{},"é":"\/"}"#)
    }

    @Test("a name written with escapes is found by its characters")
    func escapedNameIsReplaced() throws {
        try expect(Self.edit(#"{"\u0061":1}"#, [("a", "2")]), equals: #"{"\u0061":2}"#)
    }

    @Test("a name that is only canonically equivalent is another member")
    func equivalentNameIsAnotherMember() throws {
        try expect(Self.edit("{\"\u{212A}\":1}", [("K", "2")]), equals: "{\"\u{212A}\":1,\"K\":2}")
    }
}

import JSON
import TestSupport
import Testing

@Suite("JSON values")
struct JSONValueTests {
    static func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(
        "a value has its kind, both by itself and inside an array",
        arguments: [
            ("null", .null), ("true", .bool), ("false", .bool), ("0", .number), ("-1.5e3", .number), ("\"\"", .string),
            ("[]", .array), ("{}", .object),
        ] as [(String, JSONValue.Kind)])
    func kindOfValue(text: String, kind: JSONValue.Kind) throws {
        try expect(Self.parse(text).kind, equals: kind)
        try expect(Self.parse(" [ \(text) ] ").elements.map(\.kind), equals: [kind])
    }

    @Test(
        "reading a value as another kind gives nothing", arguments: ["null", "true", "1", "\"a\"", "[1]", "{\"a\":1}"])
    func readingAsAnotherKind(text: String) throws {
        let value = try Self.parse(text)
        #expect((value.bool != nil) == (value.kind == .bool))
        #expect((value.integer != nil) == (value.kind == .number))
        #expect((value.numberText != nil) == (value.kind == .number))
        #expect((value.string != nil) == (value.kind == .string))
        #expect(value.elements.isEmpty == (value.kind != .array))
        #expect(value.members.isEmpty == (value.kind != .object))
        #expect((value["a"] != nil) == (value.kind == .object))
        #expect(value.isNull == (value.kind == .null))
    }

    @Test("true is true and false is false")
    func bools() throws {
        try expect(Self.parse("[true,false]").elements.map(\.bool), equals: [true, false])
    }

    @Test("members keep the order of the text, whatever their names and values")
    func memberOrder() throws {
        let value = try Self.parse(#"{"z":1,"a":{"y":[1,{"x":2}],"b":{}},"":null,"m":[[],[]],"\u0041":"last"}"#)
        #expect(value.members.map(\.name) == ["z", "a", "", "m", "A"])
        #expect(value["a"]?.members.map(\.name) == ["y", "b"])
        #expect(value["m"]?.elements.count == 2)
        #expect(value["A"]?.string == "last")
        #expect(value["a"]?["y"]?.elements.last?["x"]?.integer == 2)
    }

    @Test("a member that is absent differs from one that is null")
    func absentMemberIsNotNull() throws {
        let value = try Self.parse(#"{"there":null}"#)
        #expect(value["there"]?.isNull == true)
        #expect(value["absent"] == nil)
        #expect(value["ther"] == nil)
        #expect(value["theree"] == nil)
    }

    @Test("a nested member is not a member of the outer object")
    func nestedMemberIsNotOuter() throws {
        try expect(Self.parse(#"{"a":{"b":1},"c":"b"}"#)["b"]) { $0 == nil }
    }

    @Test("the bytes and the range of a value are those of the text, including white space and spelling")
    func rawBytes() throws {
        let text = #" { "a" : [ 1.50 , "\u0041\/" , { "b" :  null } ] , "c":-0E+1 } "#
        let value = try Self.parse(text)
        let array = try #require(value["a"])
        #expect(String(decoding: value.bytes, as: UTF8.self) == text.dropFirst().dropLast())
        #expect(String(decoding: array.bytes, as: UTF8.self) == #"[ 1.50 , "\u0041\/" , { "b" :  null } ]"#)
        #expect(
            array.elements.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "1.50", #""\u0041\/""#, #"{ "b" :  null }"#,
            ])
        #expect(value["c"]?.numberText == "-0E+1")
        #expect(Array(value.text[array.range]) == Array(array.bytes))
        #expect(value.text == Array(text.utf8))
        #expect(array.text == Array(text.utf8))
    }

    @Test(
        "only a whole number that fits in 64 bits is an integer",
        arguments: [
            ("0", 0), ("-0", 0), ("12", 12), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", nil), ("1e2", nil), ("1E0", nil),
        ] as [(String, Int64?)])
    func integers(text: String, expected: Int64?) throws {
        let value = try Self.parse(text)
        #expect(value.integer == expected)
        #expect(value.numberText == text)
    }

    @Test("a large object has every member in order")
    func largeObject() throws {
        let count = 20_000
        let value = try Self.parse("{" + (0..<count).map { #""n\#($0)":\#($0)"# }.joined(separator: ",") + "}")
        let members = value.members
        #expect(members.count == count)
        #expect(members.enumerated().allSatisfy { $1.name == "n\($0)" && $1.value.integer == Int64($0) })
        #expect(value["n\(count - 1)"]?.integer == Int64(count - 1))
    }
}

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
        try expect(
            JSONValue(parsing: Array("\"\(text)\"".utf8)).string.map { Array($0.utf8) }, equals: Array(text.utf8))
    }

    @Test("a name written with escapes is found by its characters")
    func escapedName() throws {
        let value = try JSONValue(parsing: Array(#"{"\u0073ub":"x","a\/b":"y"}"#.utf8))
        #expect(value["sub"]?.string == "x")
        #expect(value["a/b"]?.string == "y")
        #expect(value[#"\u0073ub"#] == nil)
    }
}

@Suite("JSON limits")
struct JSONLimitsTests {
    static func nested(depth: Int, opening: String, closing: String) -> [UInt8] {
        Array((String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
    }

    @Test("64 levels are accepted and 65 refused", arguments: [("[", "]"), ("{\"a\":[", "]}")])
    func nestingLimit(opening: String, closing: String) throws {
        let levels = opening.count == 1 ? 1 : 2
        _ = try JSONValue(parsing: Self.nested(depth: 64 / levels, opening: opening, closing: closing))
        let text = Self.nested(depth: 64 / levels + 1, opening: opening, closing: closing)
        #expect(throws: JSONError.tooDeep(offset: opening.utf8.count * 64 / levels)) { try JSONValue(parsing: text) }
    }

    @Test("brackets that follow one another do not count as nested")
    func siblingsAreNotNested() throws {
        let value = try JSONValue(parsing: Array(("[" + String(repeating: "[],", count: 500) + "{}]").utf8))
        #expect(value.elements.count == 501)
    }

    @Test("a hundred thousand opening brackets are refused", arguments: ["[", "{\"\":", "[{\"\":"])
    func hostileDepth(opening: String) {
        let text = Array(String(repeating: opening, count: 100_000).utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test("a text of exactly the limit is accepted and one byte more refused")
    func sizeLimit() throws {
        let value = try JSONValue(parsing: Array("[ 123456 ]".utf8), maximumBytes: 10, maximumDepth: 1)
        #expect(value.elements.first?.integer == 123_456)
        #expect(throws: JSONError.tooLarge(limit: 10)) {
            try JSONValue(parsing: Array("[ 1234567 ]".utf8), maximumBytes: 10, maximumDepth: 1)
        }
    }

    @Test("the standard limit is Lambda's largest event: 6 MiB and 100 bytes")
    func standardSizeLimit() throws {
        let largest = 6 * 1_024 * 1_024 + 100
        let text = Array("\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: largest - 2) + Array("\"".utf8)
        try expect(JSONValue(parsing: text).string?.utf8.count, equals: largest - 2)
        #expect(throws: JSONError.tooLarge(limit: largest)) { try JSONValue(parsing: text + [0x20]) }
    }
}

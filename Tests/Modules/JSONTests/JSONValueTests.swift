import JSON
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
        #expect(try Self.parse(text).kind == kind)
        #expect(try Self.parse(" [ \(text) ] ").elements.map(\.kind) == [kind])
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
        #expect(try Self.parse("[true,false]").elements.map(\.bool) == [true, false])
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
        #expect(try Self.parse(#"{"a":{"b":1},"c":"b"}"#)["b"] == nil)
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

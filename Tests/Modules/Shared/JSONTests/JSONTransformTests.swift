import JSON
import TestSupport
import Testing

/// The texts of JSONTestSuite that parsers are known to read differently, and how our parser reads each of them.
@Suite("JSONTestSuite's transformations", .enabled(if: Vectors.has("json-test-suite/test_transform")))
struct JSONTransformTests {
    static let folder = "json-test-suite/test_transform"

    static func bytes(_ name: String) throws -> [UInt8] { try Vectors.bytes("\(folder)/\(name).json") }

    static let numbers = [
        ("number_-9223372036854775808", "-9223372036854775808", Int64.min),
        ("number_-9223372036854775809", "-9223372036854775809", nil),
        ("number_1.0", "1.0", nil),
        ("number_1.000000000000000005", "1.000000000000000005", nil),
        ("number_1000000000000000", "1000000000000000", 1_000_000_000_000_000),
        ("number_10000000000000000999", "10000000000000000999", nil),
        ("number_1e-999", "1E-999", nil),
        ("number_1e6", "1E6", nil),
        ("number_9223372036854775807", "9223372036854775807", Int64.max),
        ("number_9223372036854775808", "9223372036854775808", nil),
    ]

    @Test("a number is kept as written, and is an integer only if it is whole and fits in 64 bits", arguments: numbers)
    func numberKeptAsWritten(name: String, text: String, integer: Int64?) throws {
        let value = try JSONValue(parsing: Self.bytes(name))
        #expect(value.elements.map(\.numberText) == [text])
        #expect(value.elements.map(\.integer) == [integer])
    }

    @Test("names in two normal forms stay two names", arguments: ["object_key_nfc_nfd", "object_key_nfd_nfc"])
    func normalFormsStayDifferent(name: String) throws {
        let value = try JSONValue(parsing: Self.bytes(name))
        #expect(value.members.count == 2)
        #expect(value["\u{E9}"]?.string == "NFC")
        #expect(value["e\u{301}"]?.string == "NFD")
    }

    @Test("an escaped NUL is a character like any other")
    func escapedNUL() throws {
        try expect(JSONValue(parsing: Self.bytes("string_with_escaped_NULL")).elements.map(\.string), equals: ["A\0B"])
    }

    static let refusals: [(String, JSONError)] = [
        ("object_same_key_different_values", .duplicateMember(offset: 7)),
        ("object_same_key_same_value", .duplicateMember(offset: 7)),
        ("object_same_key_unclear_values", .duplicateMember(offset: 8)),
        ("string_1_escaped_invalid_codepoint", .loneSurrogate(offset: 2)),
        ("string_2_escaped_invalid_codepoints", .loneSurrogate(offset: 2)),
        ("string_3_escaped_invalid_codepoints", .loneSurrogate(offset: 2)),
        ("string_1_invalid_codepoint", .invalidUTF8(offset: 2)),
        ("string_2_invalid_codepoints", .invalidUTF8(offset: 2)),
        ("string_3_invalid_codepoints", .invalidUTF8(offset: 2)),
    ]

    @Test(
        "texts with two meanings, or with an escape or a byte that is not a character, are refused", arguments: refusals
    )
    func ambiguousTexts(name: String, error: JSONError) throws {
        let bytes = try Self.bytes(name)
        #expect(throws: error) { try JSONValue(parsing: bytes) }
    }

    @Test("every file is covered")
    func everyFileIsCovered() {
        let names = Self.numbers.map(\.0) + Self.refusals.map(\.0)
        let others = ["object_key_nfc_nfd", "object_key_nfd_nfc", "string_with_escaped_NULL"]
        #expect(Set(Vectors.files(in: Self.folder)) == Set((names + others).map { "\(Self.folder)/\($0).json" }))
    }
}

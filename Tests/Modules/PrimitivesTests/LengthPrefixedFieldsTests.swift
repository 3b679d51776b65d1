import Primitives
import Testing

@Suite("Fields with their lengths")
struct LengthPrefixedFieldsTests {
    @Test(
        "are never the bytes of other fields",
        arguments: [
            (["ab", "c"], ["a", "bc"]), (["ab"], ["a", "b"]), ([], [""]), (["", "a"], ["a", ""]),
            (["1:a"], ["1", "a"]), (["a"], ["a", ""]),
        ])
    func fieldsAreTold(apart one: [String], _ other: [String]) {
        #expect(LengthPrefixedFields.bytes("label", one) != LengthPrefixedFields.bytes("label", other))
    }

    @Test("have each field's bytes after their number, the label's first")
    func fieldsHaveTheirForm() {
        #expect(LengthPrefixedFields.bytes("key", ["a", "", "é"]) == Array("3:key1:a0:2:é".utf8))
    }
}

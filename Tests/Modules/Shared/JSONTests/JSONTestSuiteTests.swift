import Foundation
import JSON
import TestSupport
import Testing

/// Every file of JSONTestSuite: `y_` must be accepted, `n_` must be refused, and we decide about `i_`.
@Suite("JSONTestSuite", .enabled(if: Vectors.has("json-test-suite/test_parsing")))
struct JSONTestSuiteTests {
    static let folder = "json-test-suite/test_parsing"

    static func files(_ prefix: String) -> [String] {
        Vectors.files(in: folder).filter { $0.hasPrefix("\(folder)/\(prefix)") }
    }

    /// Valid JSON that we still refuse, because two readers of one token must never read different meanings.
    static let duplicates: [String: JSONError] = [
        "y_object_duplicated_key.json": .duplicateMember(offset: 9),
        "y_object_duplicated_key_and_value.json": .duplicateMember(offset: 9),
    ]

    @Test(
        "files that must be accepted are accepted, except the two objects with duplicate names", arguments: files("y_"))
    func mandatoryFiles(path: String) throws {
        let bytes = try Vectors.bytes(path)
        if let error = Self.duplicates[URL(filePath: path).lastPathComponent] {
            #expect(throws: error) { try JSONValue(parsing: bytes) }
        } else {
            #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
        }
    }

    @Test("files that must be refused are refused", arguments: files("n_"))
    func forbiddenFiles(path: String) throws {
        let bytes = try Vectors.bytes(path)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    enum Decision {
        case accepted
        case refused(JSONError)
    }

    /// Our decisions if RFC 8259 leaves a choice: numbers of any size are kept as written, and text must consist of
    /// characters.
    static let decisions: [String: Decision] = [
        "i_number_double_huge_neg_exp": .accepted,
        "i_number_huge_exp": .accepted,
        "i_number_neg_int_huge_exp": .accepted,
        "i_number_pos_double_huge_exp": .accepted,
        "i_number_real_neg_overflow": .accepted,
        "i_number_real_pos_overflow": .accepted,
        "i_number_real_underflow": .accepted,
        "i_number_too_big_neg_int": .accepted,
        "i_number_too_big_pos_int": .accepted,
        "i_number_very_big_negative_int": .accepted,
        "i_object_key_lone_2nd_surrogate": .refused(.loneSurrogate(offset: 2)),
        "i_string_1st_surrogate_but_2nd_missing": .refused(.loneSurrogate(offset: 2)),
        "i_string_1st_valid_surrogate_2nd_invalid": .refused(.loneSurrogate(offset: 2)),
        "i_string_UTF-16LE_with_BOM": .refused(.unexpectedByte(offset: 0)),
        "i_string_UTF-8_invalid_sequence": .refused(.invalidUTF8(offset: 7)),
        "i_string_UTF8_surrogate_U+D800": .refused(.invalidUTF8(offset: 2)),
        "i_string_incomplete_surrogate_and_escape_valid": .refused(.loneSurrogate(offset: 2)),
        "i_string_incomplete_surrogate_pair": .refused(.loneSurrogate(offset: 2)),
        "i_string_incomplete_surrogates_escape_valid": .refused(.loneSurrogate(offset: 2)),
        "i_string_invalid_lonely_surrogate": .refused(.loneSurrogate(offset: 2)),
        "i_string_invalid_surrogate": .refused(.loneSurrogate(offset: 2)),
        "i_string_invalid_utf-8": .refused(.invalidUTF8(offset: 2)),
        "i_string_inverted_surrogates_U+1D11E": .refused(.loneSurrogate(offset: 2)),
        "i_string_iso_latin_1": .refused(.invalidUTF8(offset: 2)),
        "i_string_lone_second_surrogate": .refused(.loneSurrogate(offset: 2)),
        "i_string_lone_utf8_continuation_byte": .refused(.invalidUTF8(offset: 2)),
        "i_string_not_in_unicode_range": .refused(.invalidUTF8(offset: 2)),
        "i_string_overlong_sequence_2_bytes": .refused(.invalidUTF8(offset: 2)),
        "i_string_overlong_sequence_6_bytes": .refused(.invalidUTF8(offset: 2)),
        "i_string_overlong_sequence_6_bytes_null": .refused(.invalidUTF8(offset: 2)),
        "i_string_truncated-utf-8": .refused(.invalidUTF8(offset: 2)),
        "i_string_utf16BE_no_BOM": .refused(.unexpectedByte(offset: 0)),
        "i_string_utf16LE_no_BOM": .refused(.unexpectedByte(offset: 1)),
        "i_structure_500_nested_arrays": .refused(.tooDeep(offset: 64)),
        "i_structure_UTF-8_BOM_empty_object": .refused(.byteOrderMark),
    ]

    @Test("files that may be accepted or refused are treated as we decided", arguments: files("i_"))
    func optionalFiles(path: String) throws {
        let bytes = try Vectors.bytes(path)
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        switch try #require(Self.decisions[name], "a file without a decision") {
        case .accepted: #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
        case .refused(let error): #expect(throws: error) { try JSONValue(parsing: bytes) }
        }
    }

    @Test("the suite is complete: 95 to accept, 188 to refuse, 35 either")
    func suiteIsComplete() {
        #expect(Self.files("y_").count == 95)
        #expect(Self.files("n_").count == 188)
        #expect(Self.files("i_").count == 35)
    }
}

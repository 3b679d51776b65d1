import JSON
import Testing

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
        #expect(try Self.edit(text, [("b", "true")]) == #"{"a":1,"b":true,"c":3}"#)
        #expect(try Self.edit(text, [("d", "4"), ("a", "0")]) == #"{"a":0,"b":2,"c":3,"d":4}"#)
        #expect(try Self.edit(text, [("b", nil)]) == #"{"a":1,"c":3}"#)
        #expect(try Self.edit(text, [("x", nil)]) == text)
        #expect(try Self.edit(text, [("a", nil), ("b", nil), ("c", nil)]) == "{}")
        #expect(try Self.edit("{}", [("q\"", "1")]) == #"{"q\"":1}"#)
        #expect(try Self.edit(text, []) == text)
    }

    @Test("every other member keeps its bytes, including the spelling of its name")
    func otherMembersKeepTheirBytes() throws {
        let text = #" { "\u0061" : [ 1.50 , 2 ] , "r" : null, "é" : "\/" } "#
        #expect(try Self.edit(text, [("r", "{}")]) == #"{"\u0061":[ 1.50 , 2 ],"r":{},"é":"\/"}"#)
    }

    @Test("a name written with escapes is found by its characters")
    func escapedNameIsReplaced() throws {
        #expect(try Self.edit(#"{"\u0061":1}"#, [("a", "2")]) == #"{"\u0061":2}"#)
    }

    @Test("a name that is only canonically equivalent is another member")
    func equivalentNameIsAnotherMember() throws {
        #expect(try Self.edit("{\"\u{212A}\":1}", [("K", "2")]) == "{\"\u{212A}\":1,\"K\":2}")
    }
}

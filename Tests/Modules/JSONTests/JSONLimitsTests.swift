import JSON
import Testing

@Suite("JSON limits")
struct JSONLimitsTests {
    static func nested(_ depth: Int, _ opening: String, _ closing: String) -> [UInt8] {
        Array((String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
    }

    @Test("64 levels are accepted and 65 refused", arguments: [("[", "]"), ("{\"a\":[", "]}")])
    func depth(opening: String, closing: String) throws {
        let levels = opening.count == 1 ? 1 : 2
        _ = try JSONValue(parsing: Self.nested(64 / levels, opening, closing))
        let text = Self.nested(64 / levels + 1, opening, closing)
        #expect(throws: JSONError.tooDeep(offset: opening.utf8.count * 64 / levels)) { try JSONValue(parsing: text) }
    }

    @Test("brackets one after the other nest nothing")
    func siblings() throws {
        let value = try JSONValue(parsing: Array(("[" + String(repeating: "[],", count: 500) + "{}]").utf8))
        #expect(value.elements.count == 501)
    }

    @Test("a hundred thousand opening brackets end in a refusal", arguments: ["[", "{\"\":", "[{\"\":"])
    func hostileDepth(opening: String) {
        let text = Array(String(repeating: opening, count: 100_000).utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test("a text of exactly the limit is accepted and one byte more refused")
    func size() throws {
        let limits = JSONLimits(maximumBytes: 10, maximumDepth: 1)
        let value = try JSONValue(parsing: Array("[ 123456 ]".utf8), limits: limits)
        #expect(value.elements.first?.integer == 123_456)
        #expect(throws: JSONError.tooLarge(limit: 10)) {
            try JSONValue(parsing: Array("[ 1234567 ]".utf8), limits: limits)
        }
    }

    @Test("the standard limit is Lambda's largest event: 6 MiB and 100 bytes")
    func standard() throws {
        let largest = 6 * 1_024 * 1_024 + 100
        let text = Array("\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: largest - 2) + Array("\"".utf8)
        #expect(try JSONValue(parsing: text).string?.utf8.count == largest - 2)
        #expect(throws: JSONError.tooLarge(limit: largest)) { try JSONValue(parsing: text + [0x20]) }
    }
}

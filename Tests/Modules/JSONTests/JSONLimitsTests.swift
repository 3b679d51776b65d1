import JSON
import Testing

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
        let limits = JSONLimits(maximumBytes: 10, maximumDepth: 1)
        let value = try JSONValue(parsing: Array("[ 123456 ]".utf8), limits: limits)
        #expect(value.elements.first?.integer == 123_456)
        #expect(throws: JSONError.tooLarge(limit: 10)) {
            try JSONValue(parsing: Array("[ 1234567 ]".utf8), limits: limits)
        }
    }

    @Test("the standard limit is Lambda's largest event: 6 MiB and 100 bytes")
    func standardSizeLimit() throws {
        let largest = 6 * 1_024 * 1_024 + 100
        let text = Array("\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: largest - 2) + Array("\"".utf8)
        #expect(try JSONValue(parsing: text).string?.utf8.count == largest - 2)
        #expect(throws: JSONError.tooLarge(limit: largest)) { try JSONValue(parsing: text + [0x20]) }
    }
}

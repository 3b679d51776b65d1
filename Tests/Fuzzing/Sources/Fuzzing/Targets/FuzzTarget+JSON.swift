internal import JSON

extension FuzzTarget {
    /// The parser and the writer of JSON.
    static let json = FuzzTarget(
        name: "json", maximumLength: 16_384,
        seeds: { SampleFiles.vectors("json-test-suite") + SampleFiles.events("") },
        words: [
            "{\"\":", "[[", "\\u0000", "\\ud83d\\ude00", "\\udc00", "1e5", "-0", "true", "false", "null",
            "\u{feff}", "\u{10ffff}",
        ]
    ) { input in
        guard let value = try? JSONValue(parsing: input) else { return }
        require(
            "the value's bytes are in the text", value.text == input && Array(input[value.range]) == Array(value.bytes))
        let written = JSONTree(value).bytes
        let again = certain("what was parsed can be written and parsed") { try JSONValue(parsing: written) }
        require("a text written and parsed is the same", isSame(value, again))
        require("writing is stable", JSONTree(again).bytes == written)
        checkReplacing(value)
    }

    /// Whether two values mean the same. Numbers are compared as they are written.
    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        guard one.kind == other.kind, one.bool == other.bool, one.numberText == other.numberText,
            one.string.map({ Array($0.utf8) }) == other.string.map({ Array($0.utf8) }),
            one.elements.count == other.elements.count, one.members.count == other.members.count
        else { return false }
        return zip(one.elements, other.elements).allSatisfy { isSame($0, $1) }
            && zip(one.members, other.members).allSatisfy { one, other in
                one.name.utf8.elementsEqual(other.name.utf8) && isSame(one.value, other.value)
            }
    }

    /// Replacing a member changes this member and no other.
    private static func checkReplacing(_ value: JSONValue) {
        guard value.kind == .object else { return }
        let edited = value.object(replacing: [("response", Array("{\"x\":1}".utf8)), ("absent", nil)])
        let json = certain("an edited object is JSON") { try JSONValue(parsing: edited) }
        require("the member is replaced", json["response"].map { Array($0.bytes) } == Array("{\"x\":1}".utf8))
        require("the other member is gone", json["absent"] == nil)
        for (name, member) in value.members where !["response", "absent"].contains(name) {
            require("members keep their bytes", json[name].map { Array($0.bytes) } == Array(member.bytes))
        }
    }
}

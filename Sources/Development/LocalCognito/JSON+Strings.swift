package import JSON

extension JSONValue {
    /// An object's string members; members of other kinds are left out.
    package var strings: [String: String] {
        var strings: [String: String] = [:]
        for (name, value) in members { strings[name] = value.string }
        return strings
    }
}

extension JSONWriter {
    /// Writes an object of strings, sorted by name.
    package mutating func member(_ name: String, _ strings: [String: String]) {
        member(name) { object in
            for (name, value) in strings.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
        }
    }

    /// Writes an array of values that are JSON already.
    package mutating func member(_ name: String, array elements: [[UInt8]]) { member(name, raw: Self.array(elements)) }

    /// Writes `null`.
    package mutating func null(_ name: String) { member(name, raw: "null".utf8) }
}

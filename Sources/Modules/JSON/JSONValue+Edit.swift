extension JSONValue {
    /// The object with some members replaced. A member that the object has changes in place; a member that it lacks is
    /// added at its end; nil removes a member. Every other member keeps its bytes.
    /// - Parameter members: names with values that are already JSON.
    package func object(replacing members: [(name: String, value: [UInt8]?)]) -> [UInt8] {
        var edited: [UInt8] = [UInt8(ascii: "{")]
        func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
            if edited.count > 1 { edited.append(UInt8(ascii: ",")) }
            edited.append(contentsOf: name)
            edited.append(UInt8(ascii: ":"))
            edited.append(contentsOf: value)
        }
        for (name, value) in writtenMembers {
            guard let replacement = members.first(where: { name.isString($0.name) }) else {
                append(name: name.bytes, value: value.bytes)
                continue
            }
            if let bytes = replacement.value { append(name: name.bytes, value: bytes) }
        }
        for (name, value) in members where self[name] == nil {
            guard let value else { continue }
            var written: [UInt8] = []
            written.appendJSONString(name)
            append(name: written, value: value)
        }
        edited.append(UInt8(ascii: "}"))
        return edited
    }
}

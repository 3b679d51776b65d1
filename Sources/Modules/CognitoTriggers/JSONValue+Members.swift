internal import JSON

/// Reads members by the contract's rule that null, absent and (for strings) empty mean the same.
extension JSONValue {
    /// A string that must be there.
    func required(_ name: String, in parent: String = "") throws(TriggerError) -> String {
        guard let value = try optional(name, in: parent) else { throw .invalidMember(path(name, parent)) }
        return value
    }

    /// A string; nil when it is null, absent or empty.
    func optional(_ name: String, in parent: String = "") throws(TriggerError) -> String? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let string = value.string else { throw .invalidMember(path(name, parent)) }
        return string.isEmpty ? nil : string
    }

    /// A flag; false when it is null or absent.
    func flag(_ name: String, in parent: String) throws(TriggerError) -> Bool {
        guard let value = self[name], !value.isNull else { return false }
        guard let flag = value.bool else { throw .invalidMember(path(name, parent)) }
        return flag
    }

    /// An object; nil when it is null or absent.
    func object(_ name: String, in parent: String = "") throws(TriggerError) -> JSONValue? {
        guard let value = self[name], !value.isNull else { return nil }
        guard value.kind == .object else { throw .invalidMember(path(name, parent)) }
        return value
    }

    /// An array's elements; empty when it is null or absent.
    func array(_ name: String, in parent: String) throws(TriggerError) -> [JSONValue] {
        guard let value = self[name], !value.isNull else { return [] }
        guard value.kind == .array else { throw .invalidMember(path(name, parent)) }
        return value.elements
    }

    private func path(_ name: String, _ parent: String) -> String { parent.isEmpty ? name : parent + "." + name }
}

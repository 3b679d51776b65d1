internal import JSON

/// A function's reply to a trigger's event. The initialiser checks that only `response` differs from the event.
struct TriggerReply {
    private let response: JSONValue

    /// Checks a reply. It must be JSON. Outside `response`, members and values must be those of the event. `response`
    /// may have only members that the function may set.
    ///
    /// - Throws: `InvalidLambdaResponseException`.
    init(_ bytes: [UInt8], to call: TriggerCall) throws(PoolError) {
        guard let reply = try? JSONValue(parsing: bytes), !reply.isNull else { throw .invalidJSON }
        guard let event = try? JSONValue(parsing: call.event), let response = reply["response"],
            response.kind == .object
        else { throw .unrecognizableOutput }
        let envelope = event.members.filter { $0.name != "response" }
        let found = reply.members.filter { $0.name != "response" }
        guard Self.isEcho(found, of: envelope),
            response.members.allSatisfy({ call.responseMembers.contains($0.name) })
        else { throw .unrecognizableOutput }
        self.response = response
    }

    /// A member that is true or false; false if it is null or absent.
    func flag(_ name: String) throws(PoolError) -> Bool {
        guard let value = member(name) else { return false }
        guard let flag = value.bool else { throw .unrecognizableOutput }
        return flag
    }

    /// A member that is a string; nil if it is null or absent.
    func text(_ name: String) throws(PoolError) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.string else { throw .unrecognizableOutput }
        return text
    }

    /// A member that is an object of strings; empty if it is null or absent.
    func strings(_ name: String) throws(PoolError) -> [String: String] {
        guard let value = member(name) else { return [:] }
        guard value.kind == .object, value.members.allSatisfy({ $0.value.kind == .string }) else {
            throw .unrecognizableOutput
        }
        return value.strings
    }

    /// Whether a member is null or absent.
    func isNull(_ name: String) -> Bool { member(name) == nil }

    private func member(_ name: String) -> JSONValue? { response[name].flatMap { $0.isNull ? nil : $0 } }

    private typealias Members = [(name: String, value: JSONValue)]

    /// Compares what a function sent back with what it received. Order and white space do not matter.
    private static func isEcho(_ found: Members, of sent: Members) -> Bool {
        found.count == sent.count
            && sent.allSatisfy { member in
                found.contains { $0.name == member.name && isEcho($0.value, of: member.value) }
            }
    }

    private static func isEcho(_ found: JSONValue, of sent: JSONValue) -> Bool {
        guard found.kind == sent.kind else { return false }
        switch sent.kind {
        case .object: return isEcho(found.members, of: sent.members)
        case .array:
            return found.elements.count == sent.elements.count
                && zip(found.elements, sent.elements).allSatisfy { isEcho($0, of: $1) }
        case .string: return found.string == sent.string
        case .bool: return found.bool == sent.bool
        case .number: return found.numberText == sent.numberText
        case .null: return true
        }
    }
}

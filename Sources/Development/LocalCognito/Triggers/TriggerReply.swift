internal import JSON

/// A function's reply to a trigger's event. The initialiser checks that only `response` differs from the event.
struct TriggerReply {
    private let response: JSONValue

    /// Checks a reply. It must be JSON and have every member of the event. Outside `response`, the values must be the
    /// same, unless `UndocumentedBehaviour` allows changes. `response` may have only members that the function may set.
    ///
    /// - Throws: `InvalidLambdaResponseException`.
    init(_ bytes: [UInt8], to call: TriggerCall, behaviour: UndocumentedBehaviour) throws(PoolError) {
        guard let reply = try? JSONValue(parsing: bytes), !reply.isNull else { throw .invalidJSON }
        guard let event = try? JSONValue(parsing: call.event), let response = reply["response"],
            response.kind == .object
        else { throw .unrecognizableOutput }
        let envelope = event.members.filter { $0.name != "response" }
        let found = reply.members.filter { $0.name != "response" }
        guard EnvelopeCheck(behaviour).isEcho(found, of: envelope),
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

    /// A member that is an object; nil if it is null or absent.
    func object(_ name: String) throws(PoolError) -> JSONValue? {
        guard let value = member(name) else { return nil }
        guard value.kind == .object else { throw .unrecognizableOutput }
        return value
    }

    private func member(_ name: String) -> JSONValue? { response[name].flatMap { $0.isNull ? nil : $0 } }
}

/// Compares what a function sent back with what it received. Order and white space do not matter.
private struct EnvelopeCheck {
    private let allowsChanges: Bool
    private let allowsAddedNulls: Bool

    init(_ behaviour: UndocumentedBehaviour) {
        allowsChanges = behaviour.allowsChangedEnvelope
        allowsAddedNulls = behaviour.allowsAddedNulls
    }

    typealias Members = [(name: String, value: JSONValue)]

    func isEcho(_ found: Members, of sent: Members) -> Bool {
        sent.allSatisfy { member in
            found.contains { $0.name == member.name && isEcho($0.value, of: member.value) }
        }
            && found.allSatisfy { member in
                sent.contains { $0.name == member.name } || allowsChanges || (allowsAddedNulls && member.value.isNull)
            }
    }

    private func isEcho(_ found: JSONValue, of sent: JSONValue) -> Bool {
        guard found.kind == sent.kind else { return false }
        switch sent.kind {
        case .object: return isEcho(found.members, of: sent.members)
        case .array:
            return allowsChanges
                || (found.elements.count == sent.elements.count
                    && zip(found.elements, sent.elements).allSatisfy { isEcho($0, of: $1) })
        case .string: return allowsChanges || found.string == sent.string
        case .bool: return allowsChanges || found.bool == sent.bool
        case .number: return allowsChanges || found.numberText == sent.numberText
        case .null: return true
        }
    }
}

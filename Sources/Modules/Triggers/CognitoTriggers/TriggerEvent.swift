package import JSON
package import LambdaRuntime
private import Primitives

/// What all trigger events have in common: the envelope around request and response.
package struct TriggerEvent: Sendable {
    /// Which occasion called the trigger, such as `DefineAuthChallenge_Authentication`.
    package let triggerSource: String
    /// The pool's region; empty when it is missing.
    package let region: String
    /// The pool's id, such as `eu-west-1_AbCdEf123`; empty when it is missing from an event of a trigger that does not
    /// need it.
    package let userPoolID: String
    /// The pool's immutable name for the user; for an unknown user what the caller typed. Empty when it is missing from
    /// an event of a trigger that does not need it.
    package let userName: String
    /// The app client; nil for operations without one, and if its id is not text.
    package let clientID: String?
    /// The member `request`.
    package let request: JSONValue
    let root: JSONValue

    /// Reads an event's envelope. A byte-order mark in front of the event is tolerated.
    /// - Throws: `TriggerError` if it is not an event of that trigger.
    package init(parsing event: [UInt8], as trigger: Trigger) throws(TriggerError) {
        let hasByteOrderMark = event.starts(with: [0xEF, 0xBB, 0xBF])
        do throws(JSONError) {
            root = try JSONValue(parsing: hasByteOrderMark ? Array(event.dropFirst(3)) : event)
        } catch {
            throw .invalidJSON(error)
        }
        triggerSource = try root.required("triggerSource")
        guard triggerSource.hasBytePrefix(trigger.rawValue) else { throw .wrongTrigger(trigger) }
        region = root.text("region") ?? ""
        userPoolID = trigger.needsUser ? try root.required("userPoolId") : root.text("userPoolId") ?? ""
        userName = trigger.needsUser ? try root.required("userName") : root.text("userName") ?? ""
        clientID = root["callerContext"]?.text("clientId")
        guard let request = root["request"], request.kind == .object else { throw .invalidMember("request") }
        if let response = root["response"], response.kind != .object, !response.isNull {
            throw .invalidMember("response")
        }
        self.request = request
    }

    /// The event with those members of `response` replaced and every other byte as it came. Cognito refuses replies
    /// with changed or missing parts.
    package func reply(_ members: [(name: String, value: ResponseValue)]) -> [UInt8] {
        guard !members.isEmpty else { return root.text }
        let edits = members.map { (name: $0.name, value: $0.value.json) }
        guard let response = root["response"] else {
            let response = JSONWriter.object { response in
                for case (let name, let value?) in edits { response.member(name, raw: value) }
            }
            return root.object(replacing: [("response", response)])
        }
        let edited = response.object(replacing: edits)
        let text = root.text
        return text[..<response.range.lowerBound] + edited + text[response.range.upperBound...]
    }
}

/// What a reply may put into a member of `response`.
package enum ResponseValue: Equatable, Sendable {
    case bool(Bool)
    case string(String)
    /// An object of strings, the only kind of object that Cognito takes.
    case strings([String: String])
    /// The member is removed.
    case absent

    fileprivate var json: [UInt8]? {
        switch self {
        case .bool(let value): return Array((value ? "true" : "false").utf8)
        case .string(let value):
            var bytes: [UInt8] = []
            bytes.appendJSONString(value)
            return bytes
        case .strings(let values):
            return JSONWriter.object { object in
                for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
            }
        case .absent: return nil
        }
    }
}

/// The Cognito user pool triggers this product serves, by the beginning of their events' `triggerSource`.
package enum Trigger: String, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    /// Covers `VerifyAuthChallengeResponse_Authentication` and the `VerifyAuthChallenge_Authentication` of one table in
    /// the documentation.
    case verifyAuthChallenge = "VerifyAuthChallenge"
    case preSignUp = "PreSignUp"
    /// Named without the "Pre" in events.
    case preTokenGeneration = "TokenGeneration"

    /// Whether the trigger must know the pool and the user's name.
    fileprivate var needsUser: Bool {
        switch self {
        case .createAuthChallenge, .verifyAuthChallenge: true
        case .defineAuthChallenge, .preSignUp, .preTokenGeneration: false
        }
    }
}

/// Why an event cannot be served.
package enum TriggerError: Error, Equatable, Sendable {
    /// The event is not JSON.
    case invalidJSON(JSONError)
    /// The event's `triggerSource` is of another trigger.
    case wrongTrigger(Trigger)
    /// A member that the trigger always has is missing, or of another type than the contract's. Names the member's
    /// path.
    case invalidMember(String)
}

extension TriggerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidJSON(let error): "the event is not JSON: \(error)"
        case .wrongTrigger(let trigger): "the event does not belong to the trigger \(trigger.rawValue)"
        case .invalidMember(let path): "the event's \(path) is missing or of the wrong type"
        }
    }
}

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

    /// A string that the trigger's decision can do without; nil when it is null, absent, empty or of another type.
    func text(_ name: String) -> String? { self[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }

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

extension FunctionError {
    /// An event that cannot be served.
    package static func trigger(_ error: TriggerError) -> FunctionError {
        switch error {
        case .wrongTrigger: .hidden(.wrongTrigger, error.description)
        case .invalidJSON, .invalidMember: .hidden(.invalidEvent, error.description)
        }
    }
}

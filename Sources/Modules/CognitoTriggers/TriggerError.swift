package import JSON

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

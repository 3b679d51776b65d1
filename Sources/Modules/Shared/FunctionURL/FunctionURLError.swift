package import JSON

/// Why an event is not a usable request.
package enum FunctionURLError: Error, Equatable, Sendable {
    /// The event or the content of the request is longer than the limit.
    case tooLarge
    /// The event is not JSON.
    case invalidJSON(JSONError)
    /// The named member is missing or not what the payload format says.
    case invalidMember(String)
    /// Two headers have one name.
    case repeatedHeader
}

extension FunctionURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge: "the request is too large"
        case .invalidJSON(let error): "the event is not usable JSON: \(error)"
        case .invalidMember(let name): "the event's \(name) is not usable"
        case .repeatedHeader: "two headers have one name"
        }
    }
}

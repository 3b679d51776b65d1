package import LoopbackServer

/// The calls that a function's process can make to the Lambda Runtime API, version 2018-06-01.
package enum RuntimeAPICall: Equatable, Sendable {
    /// Asks for the next event.
    case next
    /// Replies to the event with this request id, which is spelled as in the path.
    case response(String)
    /// Reports that the function could not handle the event with this request id.
    case error(String)
    /// Reports that the function cannot start.
    case initError

    private static let root = "/2018-06-01/runtime/"

    /// The call of a request line; nil for any other request.
    package init?(method: String, target: String) {
        guard target.hasPrefix(Self.root) else { return nil }
        let words = target.dropFirst(Self.root.count).split(separator: "/", omittingEmptySubsequences: false)
        switch (method, words.first, words.count) {
        case ("GET", "invocation", 2) where words[1] == "next": self = .next
        case ("POST", "init", 2) where words[1] == "error": self = .initError
        case ("POST", "invocation", 3) where words[2] == "response": self = .response(String(words[1]))
        case ("POST", "invocation", 3) where words[2] == "error": self = .error(String(words[1]))
        default: return nil
        }
    }
}

extension LoopbackRequest {
    /// The call that a function's process makes; nil if the Runtime API has no such call.
    package var call: RuntimeAPICall? { RuntimeAPICall(method: method, target: target) }
}

/// What a function's process can ask of the Lambda Runtime API, version 2018-06-01.
package enum RuntimeAPICall: Equatable, Sendable {
    /// The next event.
    case next
    /// The reply to the event of that request id, as it stands in the path.
    case response(String)
    /// The report that the event of that request id could not be handled.
    case error(String)
    /// The report that the function cannot start.
    case initError

    private static let root = "/2018-06-01/runtime/"

    /// The call that a request line makes; nil for any other request.
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

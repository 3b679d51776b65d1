/// A `${name: argument=value, …}` in an event or expectation: a value that must be fresh or needs a key.
package struct Placeholder: Equatable, Sendable {
    let name: String
    let arguments: [String: String]
    /// The text between the braces.
    let text: String

    /// Reads the text between the braces.
    init(_ text: String) throws(ReplayError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        var arguments: [String: String] = [:]
        for argument in parts.count > 1 ? parts[1].split(separator: ",") : [] {
            let pair = argument.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard pair.count == 2, arguments.updateValue(pair[1], forKey: pair[0]) == nil else {
                throw .placeholder(text, fault: "arguments are name=value, each once")
            }
        }
        name = parts.first?.trimmed ?? ""
        self.arguments = arguments
        self.text = text
    }

    /// Replaces every placeholder of a text.
    ///
    /// - Throws: `ReplayError.placeholder` for a placeholder that is not closed or malformed, and what `value` throws.
    package static func fill(
        _ text: String, with value: (Placeholder) async throws(ReplayError) -> String
    ) async throws(ReplayError) -> String {
        var filled = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                throw .placeholder(String(rest[start.upperBound...].prefix(40)), fault: "no closing brace")
            }
            filled += rest[..<start.lowerBound]
            filled += try await value(Placeholder(String(rest[start.upperBound..<end])))
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

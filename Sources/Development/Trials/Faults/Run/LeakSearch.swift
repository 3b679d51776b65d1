#if os(Linux)
internal import JSON
internal import Primitives

/// Knows the secrets, tokens, codes and addresses of a row, and finds them in logs.
package struct LeakSearch {
    /// What no line may hold, with a word on what it is.
    private var values: [String: String] = [:]

    /// Members whose text nobody may log, whatever it looks like.
    private static let hidden: Set<String> = [
        "challengeAnswer", "verificationCode", "code", "token", "idToken", "accessToken", "email", "authorization",
        "nonce", "mac", "SecretString",
    ]

    /// Shorter texts occur by chance.
    private static let shortest = 6

    /// A search for nothing.
    package init() {}

    /// Takes note of a value.
    package mutating func learn(_ value: String, as kind: String) {
        guard value.utf8.count >= Self.shortest else { return }
        values[value] = kind
        // As it stands in an `Authorization` header of HTTP Basic.
        if kind == "secret" { values[Base64.encode(Array("\(value):".utf8))] = "secret in base64" }
    }

    /// Takes note of the secrets among variables.
    package mutating func learn(variables: [String: String]) {
        let endings = ["_KEY", "_SECRET", "_KEY_PREVIOUS", "_TOKEN"]
        for (name, value) in variables where endings.contains(where: name.hasSuffix) && !name.contains("SITE_KEY") {
            learn(value, as: "secret")
        }
    }

    /// Takes note of tokens, answers and addresses in an event or a reply.
    package mutating func learn(json bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes) else { return }
        learn(value, name: "")
    }

    private mutating func learn(_ value: JSONValue, name: String) {
        for member in value.members { learn(member.value, name: member.name) }
        for element in value.elements { learn(element, name: name) }
        guard let text = value.string else { return }
        if name == "body", let inner = try? JSONValue(parsing: Array(text.utf8)) { return learn(inner, name: "") }
        for word in text.split(separator: " ") {
            if Self.isToken(word) { learn(String(word), as: "token") }
            if Self.isAddress(word) { learn(String(word), as: "address") }
        }
        if Self.hidden.contains(name) {
            // The scheme of a header is no secret.
            learn(text.split(separator: " ").last.map(String.init) ?? text, as: name)
        }
    }

    /// Whether a word has the form of a signed or sealed token.
    private static func isToken(_ word: Substring) -> Bool { word.hasPrefix("eyJ") && word.count { $0 == "." } >= 2 }

    private static func isAddress(_ word: Substring) -> Bool {
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
    }

    /// What the lines hold of it, as `kind in: line`.
    package func leaks(in lines: [String]) -> [String] {
        lines.flatMap { line in
            values.filter { Self.holds(line, $0.key) }.map { "\($0.value) in: \(line)" }
        }
    }

    /// Whether a line holds a value. A code of a few digits must stand there as a word: longer numbers hold it by
    /// chance. So does the time that an event took, in the line of metrics.
    private static func holds(_ line: String, _ value: String) -> Bool {
        guard value.utf8.count <= 8 else { return line.contains(value) }
        return line.replacing(/"Duration":[0-9]+/, with: "").split { !$0.isLetter && !$0.isNumber }
            .contains { $0 == value }
    }
}
#endif

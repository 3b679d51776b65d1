/// The filter of `ListUsers`: empty, `name = "value"` or `name ^= "prefix"`. A backslash escapes a quotation mark in
/// the value.
struct UserFilter {
    private enum Comparison { case equal, prefix }

    /// The names that accounts can be searched by.
    private static let searchable: Set<String> = [
        "username", "email", "phone_number", "name", "given_name", "family_name", "preferred_username",
        "cognito:user_status", "status", "sub",
    ]

    private let name: String
    private let comparison: Comparison
    private let value: String

    /// Reads a filter; nil for an empty one, which every account matches.
    ///
    /// - Throws: `InvalidParameterException`.
    init?(_ text: String) throws(PoolError) {
        guard !text.isEmpty else { return nil }
        var rest = text.drop(while: \.isWhitespace)
        let name = rest.prefix { !$0.isWhitespace && !"^=\"".contains($0) }
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        comparison = rest.first == "^" ? .prefix : .equal
        if comparison == .prefix { rest.removeFirst() }
        guard !name.isEmpty, rest.popFirst() == "=", let value = Self.value(rest) else {
            throw PoolError(.invalidParameter, "Error while parsing filter.")
        }
        guard Self.searchable.contains(String(name)) else {
            throw PoolError(.invalidParameter, "Invalid search attribute: \(name)")
        }
        self.name = String(name)
        self.value = value
    }

    /// The text between quotation marks, if nothing but white space is outside them.
    private static func value(_ text: Substring) -> String? {
        var rest = text.drop(while: \.isWhitespace)
        guard rest.popFirst() == "\"" else { return nil }
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return rest.allSatisfy(\.isWhitespace) ? value : nil
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(character)
            }
        }
        return nil
    }

    /// Whether the filter finds an account. Only the status is compared without regard to case.
    func matches(_ user: PoolUser) -> Bool {
        let found: String?
        var wanted = value
        switch name {
        case "username": found = user.username
        case "status": found = user.isEnabled ? "Enabled" : "Disabled"
        case "cognito:user_status":
            found = user.status.rawValue
            wanted = value.uppercased()
        default: found = user.attributes[name]
        }
        guard let found else { return false }
        return comparison == .prefix ? found.hasPrefix(wanted) : found == wanted
    }
}

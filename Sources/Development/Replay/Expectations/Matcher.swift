internal import JSON

/// What a value in a reply must be: an exact value, or a rule for a value that is fresh each time.
indirect enum Matcher: Sendable {
    /// Exactly this string, number, boolean or null.
    case scalar(JSONValue)
    /// An object with exactly these members, in any order.
    case object([(name: String, matcher: Matcher)])
    /// An array with exactly these elements.
    case array([Matcher])
    /// `"$any"`: anything that is there.
    case any
    /// `"$text"`: a string that is not empty.
    case text
    /// `"$uuid"`: a UUID in lower case.
    case uuid
    /// `"$unchanged"`: the value at the same place in the event.
    case unchanged
    /// `{"$matches": "pattern"}`: a string that the regular expression matches as a whole.
    case pattern(String)
    /// `{"$fromNow": 600}`: a time that many seconds from now, in seconds since 1970.
    case secondsFromNow(Int64)
    /// `{"$same": "name", "as": matcher}`: what the matcher allows, and the same value wherever the name stands.
    case same(name: String, Matcher)
    /// `{"$token": …}`: a token in compact form.
    case token(TokenMatcher)
}

/// What a token must be.
struct TokenMatcher: Sendable {
    /// The header's `typ`.
    let type: Matcher
    /// How the token is protected.
    let protection: Protection
    /// The payload.
    let claims: Matcher

    /// How a token is protected.
    enum Protection: Sendable {
        /// By a signature that is not checked.
        case unchecked
        /// By a signature with the key in an environment variable.
        case signature(variable: String)
        /// By a seal with the key that is derived from the one in an environment variable.
        case seal(variable: String)
    }
}

extension Matcher {
    /// The matcher for a value of an expectation.
    init(_ value: JSONValue) throws(Fault) {
        switch value.kind {
        case .null, .bool, .number: self = .scalar(value)
        case .string: self = try Self.string(value)
        case .array:
            var matchers: [Matcher] = []
            for element in value.elements { matchers.append(try Matcher(element)) }
            self = .array(matchers)
        case .object:
            if let rule = try Self.rule(value) { self = rule } else { self = try Self.members(value) }
        }
    }

    private static func string(_ value: JSONValue) throws(Fault) -> Matcher {
        switch value.string ?? "" {
        case "$any": return .any
        case "$text": return .text
        case "$uuid": return .uuid
        case "$unchanged": return .unchanged
        // A placeholder also begins with `$`. It is filled later.
        case let text where text.hasPrefix("$") && !text.hasPrefix("${"): throw Fault("unknown matcher \(text)")
        default: return .scalar(value)
        }
    }

    private static func members(_ value: JSONValue) throws(Fault) -> Matcher {
        var members: [(name: String, matcher: Matcher)] = []
        for member in value.members { members.append((member.name, try Matcher(member.value))) }
        return .object(members)
    }

    /// An object whose first member's name begins with `$` is a rule.
    private static func rule(_ value: JSONValue) throws(Fault) -> Matcher? {
        guard let first = value.members.first, first.name.hasPrefix("$") else { return nil }
        let names = Set(value.members.map(\.name))
        switch (first.name, first.value.kind) {
        case ("$matches", .string) where names.count == 1:
            let pattern = first.value.string ?? ""
            guard (try? Regex(pattern)) != nil else { throw Fault("\(pattern) is not a regular expression") }
            return .pattern(pattern)
        case ("$fromNow", .number) where names.count == 1:
            guard let seconds = first.value.integer else { throw Fault("$fromNow takes whole seconds") }
            return .secondsFromNow(seconds)
        case ("$same", .string) where names == ["$same", "as"]:
            guard let inner = value["as"] else { throw Fault("$same needs as") }
            return .same(name: first.value.string ?? "", try Matcher(inner))
        case ("$token", .object) where names.count == 1:
            return .token(try TokenMatcher(first.value))
        default:
            throw Fault("unknown matcher \(String(decoding: value.bytes, as: UTF8.self))")
        }
    }
}

extension TokenMatcher {
    fileprivate init(_ value: JSONValue) throws(Fault) {
        guard Set(value.members.map(\.name)).isSubset(of: ["typ", "signedBy", "sealedWith", "claims"]),
            let type = value["typ"], let claims = value["claims"]
        else { throw Fault("$token needs typ and claims, and takes signedBy or sealedWith") }
        self.type = try Matcher(type)
        switch (value["signedBy"]?.string, value["sealedWith"]?.string) {
        case (nil, nil): protection = .unchecked
        case (let variable?, nil): protection = .signature(variable: variable)
        case (nil, let variable?): protection = .seal(variable: variable)
        case (_?, _?): throw Fault("$token takes signedBy or sealedWith, not both")
        }
        self.claims = try Matcher(claims)
    }
}

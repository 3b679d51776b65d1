internal import JSON

extension ProviderUser.Profile {
    /// The members that `user_profile` may have besides identifiers, and the longest value of each, in characters.
    private static let lengths = [
        "name": 300, "given_name": 150, "family_name": 150, "nickname": 300, "picture": 2_048,
    ]

    /// Reads `user_profile`, and the identifiers in `user_identifier` if a request has them there. At least one
    /// identifier is required, and unknown members are refused.
    ///
    /// - Parameter kinds: the identifiers that people may sign up with.
    init(_ body: ProviderRequestBody, accepting kinds: Set<IdentifierKind>) throws(ProviderError) {
        var identifiers = try Self.identifiers(body["user_identifier"], among: kinds)
        var details: [String: String] = [:]
        let profile = body["user_profile"]
        guard profile?.kind == .object || profile == nil && !identifiers.isEmpty else {
            throw .invalidRequest("user_profile is required")
        }
        for (name, value) in profile?.members ?? [] {
            guard let text = value.string else { throw .invalidRequest("user_profile.\(name)") }
            if let kind = IdentifierKind(rawValue: name) {
                guard kinds.contains(kind), kind.accepts(text), identifiers[kind] ?? text == text else {
                    throw .invalidRequest("user_profile.\(name)")
                }
                identifiers[kind] = text
            } else {
                guard let length = Self.lengths[name], 1...length ~= text.count else {
                    throw .invalidRequest("user_profile.\(name)")
                }
                details[name] = text
            }
        }
        guard !identifiers.isEmpty else {
            let names = IdentifierKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
            throw .invalidRequest("user_profile needs \(names)")
        }
        (self.identifiers, self.details) = (identifiers, details)
    }

    /// The identifiers in `user_identifier`: an object, or one identifier as a text.
    private static func identifiers(
        _ json: JSONValue?, among kinds: Set<IdentifierKind>
    ) throws(ProviderError) -> [IdentifierKind: String] {
        guard let json else { return [:] }
        if let text = json.string {
            guard let kind = IdentifierKind.allCases.first(where: { kinds.contains($0) && $0.accepts(text) }) else {
                throw .invalidRequest("user_identifier")
            }
            return [kind: text]
        }
        guard json.kind == .object else { throw .invalidRequest("user_identifier") }
        var identifiers: [IdentifierKind: String] = [:]
        for (name, value) in json.members {
            guard let kind = IdentifierKind(rawValue: name), kinds.contains(kind), let text = value.string,
                kind.accepts(text)
            else { throw .invalidRequest("user_identifier.\(name)") }
            identifiers[kind] = text
        }
        return identifiers
    }
}

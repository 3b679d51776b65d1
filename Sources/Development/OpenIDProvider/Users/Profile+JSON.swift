internal import JSON

extension ProviderUser.Profile {
    /// The objects of a request that describe the user. For each, the members that it may have besides identifiers, and
    /// the longest value of each, in characters.
    private static let objects: KeyValuePairs = [
        "user_identifier": ["name": 300],
        "user_profile": ["name": 300, "given_name": 150, "family_name": 150, "nickname": 300, "picture": 2_048],
    ]

    /// Reads `user_identifier` and `user_profile`. At least one identifier is required, and unknown members are
    /// refused. `user_identifier` may also be one identifier as a text.
    ///
    /// - Parameter kinds: the identifiers that people may sign up with.
    init(_ body: ProviderRequestBody, accepting kinds: Set<IdentifierKind>) throws(ProviderError) {
        var identifiers: [IdentifierKind: String] = [:]
        var details: [String: String] = [:]
        for (object, lengths) in Self.objects {
            guard let json = body[object] else { continue }
            if object == "user_identifier", let text = json.string,
                let kind = IdentifierKind.allCases.first(where: { kinds.contains($0) && $0.accepts(text) })
            {
                identifiers[kind] = text
                continue
            }
            guard json.kind == .object else { throw .invalidRequest(object) }
            for (name, value) in json.members {
                guard let text = value.string else { throw .invalidRequest("\(object).\(name)") }
                if let kind = IdentifierKind(rawValue: name) {
                    guard kinds.contains(kind), kind.accepts(text), identifiers[kind] ?? text == text else {
                        throw .invalidRequest("\(object).\(name)")
                    }
                    identifiers[kind] = text
                } else {
                    guard let length = lengths[name], 1...length ~= text.count, details[name] ?? text == text else {
                        throw .invalidRequest("\(object).\(name)")
                    }
                    details[name] = text
                }
            }
        }
        guard !identifiers.isEmpty else {
            let names = IdentifierKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
            throw .invalidRequest("user_profile needs \(names)")
        }
        (self.identifiers, self.details) = (identifiers, details)
    }

    /// Writes what scopes reveal about the user (OpenID Connect Core 1.0 section 5.4).
    func write(to claims: inout JSONWriter, for scopes: [String]) {
        if scopes.contains("profile") {
            claims.member("name", displayName)
            for name in ["given_name", "family_name", "nickname", "picture"] {
                claims.member(name, ifPresent: details[name])
            }
            claims.member("preferred_username", ifPresent: identifiers[.username])
        }
        if scopes.contains("email"), let email = identifiers[.email] {
            claims.member("email", email)
            // Only a code proves it.
            claims.member("email_verified", verified.contains(.email))
        }
        if scopes.contains("phone"), let phoneNumber = identifiers[.phoneNumber] {
            claims.member("phone_number", phoneNumber)
            claims.member("phone_number_verified", verified.contains(.phoneNumber))
        }
    }
}

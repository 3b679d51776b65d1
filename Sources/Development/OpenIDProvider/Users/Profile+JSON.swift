internal import JSON

extension ProviderUser.Profile {
    /// The members that `user_profile` may have, and the longest value of each, in characters.
    private static let lengths = [
        "email": 320, "name": 300, "given_name": 150, "family_name": 150, "nickname": 300, "picture": 2_048,
    ]

    /// Reads `user_profile`. The address is required, and unknown members are refused.
    init(_ json: JSONValue) throws(ProviderError) {
        for (name, value) in json.members {
            guard let length = Self.lengths[name], let text = value.string, 1...length ~= text.count else {
                throw .invalidRequest("user_profile.\(name)")
            }
        }
        guard let email = json["email"]?.string, Self.isAddress(email) else {
            throw .invalidRequest("user_profile.email")
        }
        self.email = email
        name = json["name"]?.string
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    }
}

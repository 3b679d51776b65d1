internal import WebAuthn

/// The users who have signed up.
struct ProviderDirectory {
    private var users: [String: ProviderUser] = [:]

    /// The user with a subject; nil if there is none.
    subscript(subject: String) -> ProviderUser? { users[subject] }

    /// Adds a user, or replaces the user with the same subject.
    mutating func store(_ user: ProviderUser) { users[user.subject] = user }

    /// Whether somebody has signed up in a realm with one of a profile's identifiers, ignoring case.
    func hasUser(sharing profile: ProviderUser.Profile, in realm: String) -> Bool {
        users.values.contains { user in
            user.realm == realm
                && profile.identifiers.contains { kind, text in
                    user.profile.identifiers[kind]?.lowercased() == text.lowercased()
                }
        }
    }

    /// The user who owns the passkey with a credential id; nil if there is none.
    func owner(of passkey: [UInt8]) -> ProviderUser? {
        users.values.first { $0.passkeys.contains { $0.record.id == passkey } }
    }
}

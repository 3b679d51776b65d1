internal import WebAuthn

/// The users who have signed up.
struct ProviderDirectory {
    private var users: [String: ProviderUser] = [:]

    /// The user with a subject; nil if there is none.
    subscript(subject: String) -> ProviderUser? { users[subject] }

    /// Adds a user, or replaces the user with the same subject.
    mutating func store(_ user: ProviderUser) { users[user.subject] = user }

    /// Whether somebody has signed up with an address, ignoring case.
    func hasUser(of email: String) -> Bool {
        users.values.contains { $0.profile.email.lowercased() == email.lowercased() }
    }

    /// The user who owns the passkey with a credential id; nil if there is none.
    func owner(of passkey: [UInt8]) -> ProviderUser? {
        users.values.first { $0.passkeys.contains { $0.record.id == passkey } }
    }
}

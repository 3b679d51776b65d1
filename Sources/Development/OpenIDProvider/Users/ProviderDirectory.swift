internal import WebAuthn

/// Everybody who has signed up.
struct ProviderDirectory {
    private var users: [String: ProviderUser] = [:]

    /// Somebody by what tokens call them.
    subscript(subject: String) -> ProviderUser? { users[subject] }

    /// Adds somebody, or puts them in the place of their former self.
    mutating func store(_ user: ProviderUser) { users[user.subject] = user }

    /// Whether somebody has signed up with an address, whatever its case.
    func hasUser(of email: String) -> Bool {
        users.values.contains { $0.profile.email.lowercased() == email.lowercased() }
    }

    /// The user that a passkey belongs to.
    func owner(of passkey: [UInt8]) -> ProviderUser? {
        users.values.first { $0.passkeys.contains { $0.record.id == passkey } }
    }
}

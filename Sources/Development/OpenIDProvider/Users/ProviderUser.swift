/// A user who has signed up.
struct ProviderUser {
    /// The user's id in tokens.
    let subject: String
    /// The user's id in passkeys.
    let handle: [UInt8]
    let profile: Profile
    var passkeys: [ProviderPasskey]

    /// What the user said about themselves.
    struct Profile: Equatable, Sendable {
        let email: String
        let name: String?

        /// The name by which a person recognises the account.
        var displayName: String { name ?? email }
    }
}

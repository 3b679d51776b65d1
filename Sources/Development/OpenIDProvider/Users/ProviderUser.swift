/// Somebody who has signed up.
struct ProviderUser {
    /// What tokens call them.
    let subject: String
    /// What their passkeys call them.
    let handle: [UInt8]
    let profile: Profile
    var passkeys: [ProviderPasskey]

    /// What they told of themselves.
    struct Profile: Equatable, Sendable {
        let email: String
        let name: String?

        /// What a person recognises the account by.
        var displayName: String { name ?? email }
    }
}

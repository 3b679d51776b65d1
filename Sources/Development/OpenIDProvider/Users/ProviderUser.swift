/// A user who has signed up.
struct ProviderUser {
    /// The user's id in tokens.
    let subject: String
    /// The user's id in passkeys.
    let handle: [UInt8]
    /// The directory in which the user signed up.
    let realm: String
    let profile: Profile
    var passkeys: [ProviderPasskey]

    /// What the user said about themselves.
    struct Profile: Equatable, Sendable {
        /// What the user is known by.
        let identifiers: [IdentifierKind: String]
        /// The other members, such as `name`.
        let details: [String: String]
        /// The identifiers that the user has proven with a code.
        var verified: Set<IdentifierKind> = []

        /// The identifier that comes first: the address, the phone number or the name.
        var mainIdentifier: String { IdentifierKind.allCases.lazy.compactMap { identifiers[$0] }.first ?? "" }

        /// The name by which a person recognises the account.
        var displayName: String { details["name"] ?? mainIdentifier }
    }
}

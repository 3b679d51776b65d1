internal import WebAuthn

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

/// A passkey of a user's account.
struct ProviderPasskey {
    /// The record with which its signatures are verified.
    var record: CredentialRecord
    /// When it was created, in seconds since 1970.
    let createdAt: Int64
    /// The name that its owner gave it; nil if they gave none.
    var name: String?

    /// The new name in a request.
    ///
    /// - Throws: `invalidRequest`.
    static func name(_ body: ProviderRequestBody) throws(ProviderError) -> String {
        guard let name = PasskeyName.normalized(try body.requiredText("name")) else {
            throw .invalidRequest(
                "name must have 1 to \(PasskeyName.maximumLength) characters, none of them control characters")
        }
        return name
    }
}

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

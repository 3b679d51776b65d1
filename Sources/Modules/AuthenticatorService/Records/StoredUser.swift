/// A user as the service stores them.
package struct StoredUser: Sendable {
    /// The user.
    package let id: UserID
    /// The id of the user in passkeys. It is random, because anyone who holds the authenticator can read it.
    package let handle: [UInt8]
    /// The address that the tenant supplied. It need not be proven.
    package var email: String?
    /// The tenant's name for the user.
    package var username: String?
    /// The person's name for display.
    package var displayName: String?
    /// The user's language and region, such as `de-CH`, for mails.
    package var locale: String?
    /// Whether the user has ever had a passkey, even if it has been removed since.
    package var hasHadPasskey: Bool
    /// The user's authenticators, oldest first.
    package var authenticators: [StoredAuthenticator]
    /// How often the user has been changed; 0 for a user who is not stored yet. A use of an authenticator is no change.
    package var version: Int64
    /// The attempt that changed the user last; nil for a user who is not stored yet.
    package var lastAttempt: String?

    /// A user.
    package init(
        id: UserID, handle: [UInt8], email: String? = nil, username: String? = nil, displayName: String? = nil,
        locale: String? = nil, hasHadPasskey: Bool = false, authenticators: [StoredAuthenticator] = [],
        version: Int64 = 0,
        lastAttempt: String? = nil
    ) {
        self.id = id
        self.handle = handle
        self.email = email
        self.username = username
        self.displayName = displayName
        self.locale = locale
        self.hasHadPasskey = hasHadPasskey
        self.authenticators = authenticators
        self.version = version
        self.lastAttempt = lastAttempt
    }
}

extension StoredUser {
    /// Whether this user has the same names and addresses as another reading of the same user.
    func hasProfile(of other: StoredUser) -> Bool {
        email == other.email && username == other.username && displayName == other.displayName && locale == other.locale
    }
}

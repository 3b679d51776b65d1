/// What the service keeps of a user.
package struct StoredUser: Sendable {
    /// The user.
    package let id: UserID
    /// What passkeys name the user by: random, for anyone who holds the authenticator can read it.
    package let handle: [UInt8]
    /// The address the tenant gave, which need not be proven.
    package var email: String?
    /// The tenant's name for the user.
    package var username: String?
    /// What the person is called.
    package var displayName: String?
    /// What the user has proven, oldest first.
    package var authenticators: [StoredAuthenticator]

    /// A user.
    package init(
        id: UserID, handle: [UInt8], email: String? = nil, username: String? = nil, displayName: String? = nil,
        authenticators: [StoredAuthenticator] = []
    ) {
        self.id = id
        self.handle = handle
        self.email = email
        self.username = username
        self.displayName = displayName
        self.authenticators = authenticators
    }
}

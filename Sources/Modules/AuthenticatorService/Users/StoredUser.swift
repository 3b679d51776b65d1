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
    /// The user's authenticators, oldest first.
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

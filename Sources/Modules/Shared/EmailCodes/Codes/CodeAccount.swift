/// Whom a code is for: a user, or a stand-in for a user who does not exist.
package struct CodeAccount: Equatable, Sendable {
    /// Identifies the account among all that share the storage: for instance the user pool and the user's `sub`. For a
    /// stand-in it is made from the name that the caller typed, and never equals a user's.
    package let id: String
    /// The client that the user signs in to: using a code ends the others of this account and client.
    package let client: String
    /// The one address that a code may go to; nil if there is none.
    package let address: String?
    /// Whether the account has verified the address.
    package let isAddressVerified: Bool
    /// Whether the account exists. What is counted for others is soon forgotten, because strangers make them up.
    package let exists: Bool

    /// Whether a mail can go to the account.
    var canGetMail: Bool { exists && address != nil }

    /// An account with those parts.
    package init(id: String, client: String, address: String?, isAddressVerified: Bool, exists: Bool) {
        self.id = id
        self.client = client
        self.address = address
        self.isAddressVerified = isAddressVerified
        self.exists = exists
    }
}

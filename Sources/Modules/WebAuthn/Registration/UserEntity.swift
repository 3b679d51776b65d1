/// The account that a credential is created for (WebAuthn section 5.4.3).
package struct UserEntity: Sendable {
    /// The id of the account that authenticators store, 1 to 64 bytes. It must not be an address or a name, because
    /// anyone who holds the authenticator can read it.
    package let handle: [UInt8]
    /// The name that distinguishes the account from the person's other accounts.
    package let name: String
    /// The person's name for display.
    package let displayName: String

    /// An account.
    ///
    /// - Throws: `invalidUserHandle` if the handle's length is wrong.
    package init(handle: [UInt8], name: String, displayName: String) throws(ConfigurationError) {
        guard 1...64 ~= handle.count else { throw .invalidUserHandle }
        self.handle = handle
        self.name = name
        self.displayName = displayName
    }
}

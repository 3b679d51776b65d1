/// The account a credential is made for (WebAuthn section 5.4.3).
package struct UserEntity: Sendable {
    /// What authenticators store to name the account, 1 to 64 bytes; no address or name, for anyone who holds the
    /// authenticator can read it.
    package let handle: [UInt8]
    /// What tells the account from others of the same person.
    package let name: String
    /// What the person is called.
    package let displayName: String

    /// An account.
    ///
    /// - Throws: `invalidUserHandle` for a handle of a wrong length.
    package init(handle: [UInt8], name: String, displayName: String) throws(ConfigurationError) {
        guard 1...64 ~= handle.count else { throw .invalidUserHandle }
        self.handle = handle
        self.name = name
        self.displayName = displayName
    }
}

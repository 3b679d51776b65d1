/// Keeps users and their authenticators.
///
/// Calls return when the work is done: the service answers one request at a time, so that no answer is judged by a
/// state that another request is changing.
package protocol AuthenticatorStorage: Sendable {
    /// The user of an id; nil for none.
    func user(_ id: UserID) throws(StorageError) -> StoredUser?
    /// The user of a tenant who has registered a passkey; nil for none.
    func user(tenantID: String, credentialID: [UInt8]) throws(StorageError) -> StoredUser?
    /// Keeps a user in place of the former one of that id.
    func save(_ user: StoredUser) throws(StorageError)
    /// Forgets a user.
    func remove(_ id: UserID) throws(StorageError)
}

/// Why users cannot be read or kept.
package enum StorageError: Error, Equatable, Sendable {
    /// The file cannot be read, for the reason given by the system's error number.
    case unreadable(path: String, errorNumber: Int32)
    /// The file is not one of this service, or of a form it does not know; it is left as it is.
    case notAState(path: String)
    /// The file cannot be written, for the reason given by the system's error number.
    case unwritable(path: String, errorNumber: Int32)
}

/// Stores users and their authenticators.
///
/// The calls are synchronous. The service handles one request at a time, so no request sees a state that another
/// request is changing.
package protocol AuthenticatorStorage: Sendable {
    /// The user with an id; nil if there is none.
    func user(_ id: UserID) throws(StorageError) -> StoredUser?
    /// The user of a tenant who has registered a passkey; nil if nobody has.
    func user(tenantID: String, credentialID: [UInt8]) throws(StorageError) -> StoredUser?
    /// Stores a user and replaces the stored user with the same id.
    func save(_ user: StoredUser) throws(StorageError)
    /// Removes a user.
    func remove(_ id: UserID) throws(StorageError)
}

/// Why users cannot be read or stored.
package enum StorageError: Error, Equatable, Sendable {
    /// The file cannot be read, for the reason given by the system's error number.
    case unreadable(path: String, errorNumber: Int32)
    /// The file does not belong to this service, or its format is unknown. It is left unchanged.
    case notAState(path: String)
    /// The file cannot be written, for the reason given by the system's error number.
    case unwritable(path: String, errorNumber: Int32)
}

private import Synchronization

/// Keeps users in a file, so that they outlive the process: a passkey lives on in its authenticator.
///
/// Every change writes a new file, which then takes the place of the former one: whatever happens, one of the two is
/// there as a whole. One process may use a file at a time.
package final class FileStorage: AuthenticatorStorage {
    /// The file.
    package let path: String
    private let users: Mutex<UserTable>

    /// The users of a file; none where there is no file yet.
    ///
    /// - Throws: `unreadable` or `notAState` for a file that cannot be used. It is left as it is.
    package init(path: String) throws(StorageError) {
        self.path = path
        var table = UserTable()
        if let bytes = try StateFile.read(path) {
            guard let users = StateFormat.users(in: bytes) else { throw .notAState(path: path) }
            for user in users { table[user.id] = user }
        }
        users = Mutex(table)
    }

    package func user(_ id: UserID) -> StoredUser? { users.withLock { $0[id] } }

    package func user(tenantID: String, credentialID: [UInt8]) -> StoredUser? {
        users.withLock { $0.user(tenantID: tenantID, credentialID: credentialID) }
    }

    package func save(_ user: StoredUser) throws(StorageError) { try change(user.id, to: user) }

    package func remove(_ id: UserID) throws(StorageError) { try change(id, to: nil) }

    /// Changes what is in memory once it is in the file.
    private func change(_ id: UserID, to user: StoredUser?) throws(StorageError) {
        try users.withLock { users throws(StorageError) in
            var changed = users
            changed[id] = user
            try StateFile.replace(path, with: StateFormat.bytes(of: Array(changed.users.values)))
            users = changed
        }
    }
}

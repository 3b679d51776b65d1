private import Synchronization

/// Stores users in a file, so that they outlive the process as passkeys do in their authenticators.
///
/// Every change writes a new file, which then replaces the old one. Whatever happens, one of the two is complete. Only
/// one process may use a file at a time.
package final class FileStorage: AuthenticatorStorage {
    /// The file.
    package let path: String
    private let users: Mutex<UserTable>

    /// Reads the users from a file. If the file does not exist yet, there are no users.
    ///
    /// - Throws: `unreadable` or `notAState` if the file cannot be used. The file is left unchanged.
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

    /// Writes a change to the file and then applies it in memory.
    private func change(_ id: UserID, to user: StoredUser?) throws(StorageError) {
        try users.withLock { users throws(StorageError) in
            var changed = users
            changed[id] = user
            try StateFile.replace(path, with: StateFormat.bytes(of: Array(changed.users.values)))
            users = changed
        }
    }
}

private import Synchronization

/// Stores users in memory until the process ends.
package final class MemoryStorage: AuthenticatorStorage {
    private let users = Mutex<UserTable>(UserTable())

    /// An empty storage.
    package init() {}

    package func user(_ id: UserID) -> StoredUser? { users.withLock { $0[id] } }

    package func user(tenantID: String, credentialID: [UInt8]) -> StoredUser? {
        users.withLock { $0.user(tenantID: tenantID, credentialID: credentialID) }
    }

    package func save(_ user: StoredUser) { users.withLock { $0[user.id] = user } }

    package func remove(_ id: UserID) { users.withLock { $0[id] = nil } }
}

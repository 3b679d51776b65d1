import AuthenticatorService
import Passkeys

/// A storage before whose next change, or use of a mailbox or passkey, something else happens.
final class InterruptedStorage: AuthenticatorStorage {
    private let storage: any AuthenticatorStorage
    /// What happens before the next enrolment of a mailbox, use of a mailbox, and use of a passkey.
    var beforeEnrolment, beforeMailboxUse, beforePasskeyUse: (() throws -> Void)?
    /// How often a passkey's owner was looked up.
    private(set) var lookUps = 0

    init(_ storage: any AuthenticatorStorage) { self.storage = storage }

    /// Not by `inout`: what happens may use the storage itself.
    private func happen(
        _ event: ReferenceWritableKeyPath<InterruptedStorage, (() throws -> Void)?>
    ) throws(StorageError) {
        guard let once = self[keyPath: event] else { return }
        self[keyPath: event] = nil
        do { try once() } catch { throw .unavailable("\(error)") }
    }

    func user(_ id: UserID) throws(StorageError) -> StoredUser? { try storage.user(id) }

    func userWithoutPasskeys(_ id: UserID) throws(StorageError) -> StoredUser? { try storage.userWithoutPasskeys(id) }

    func owner(ofCredential id: [UInt8], tenantID: String) throws(StorageError) -> StoredUser? {
        lookUps += 1
        return try storage.owner(ofCredential: id, tenantID: tenantID)
    }

    func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> PasskeyAddition {
        try storage.add(passkey, to: user, answering: challenge, by: attempt)
    }

    func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String], by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try happen(\.beforeEnrolment)
        return try storage.enrol(mailbox, of: user, replacing: former, by: attempt)
    }

    func rename(
        _ authenticatorID: String, of user: StoredUser, to name: String, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try storage.rename(authenticatorID, of: user, to: name, by: attempt)
    }

    func remove(
        _ authenticatorID: String, of user: StoredUser, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try storage.remove(authenticatorID, of: user, by: attempt)
    }

    func noteUse(ofMailbox id: String, of user: UserID, by attempt: Attempt) throws(StorageError) -> Int64? {
        try happen(\.beforeMailboxUse)
        return try storage.noteUse(ofMailbox: id, of: user, by: attempt)
    }

    func use(
        _ use: PasskeyUse, of authenticatorID: String, of user: UserID, answering challenge: IssuedChallenge,
        by attempt: Attempt
    ) throws(StorageError) -> PasskeyUseOutcome {
        try happen(\.beforePasskeyUse)
        return try storage.use(use, of: authenticatorID, of: user, answering: challenge, by: attempt)
    }
}

private import Synchronization

/// Keeps users in a file, so that they outlive the process as passkeys do in their authenticators. What expires is kept
/// in memory.
///
/// Every change writes a new file, which then replaces the old one. Whatever happens, one of the two is complete. Only
/// one process may use a file at a time.
package final class FileStorage: AuthenticatorStorage {
    /// The file.
    package let path: String
    private let memory: MemoryStorage
    private let writing = Mutex(())

    /// Reads the users from a file. If the file does not exist yet, there are no users.
    ///
    /// - Throws: `unreadable` or `notAState` if the file cannot be used. The file is left unchanged.
    package init(path: String) throws(StateFileError) {
        self.path = path
        guard let bytes = try StateFile.read(path) else {
            memory = MemoryStorage()
            return
        }
        guard let users = StateFormat.users(in: bytes) else { throw .notAState(path: path) }
        memory = MemoryStorage(users)
    }

    /// Makes a change in memory and writes the file.
    private func writing<Outcome>(_ change: () -> Outcome) throws(StorageError) -> Outcome {
        try writing.withLock { _ throws(StorageError) in
            let outcome = change()
            do { try StateFile.replace(path, with: StateFormat.bytes(of: memory.users)) } catch {
                throw .unavailable("\(error)")
            }
            return outcome
        }
    }
}

extension FileStorage {
    package func user(_ id: UserID) -> StoredUser? { memory.user(id) }

    package func owner(ofCredential id: [UInt8], tenantID: String) -> StoredUser? {
        memory.owner(ofCredential: id, tenantID: tenantID)
    }

    package func saveProfile(of user: StoredUser, by attempt: Attempt) throws(StorageError) -> UserChange {
        try writing { memory.saveProfile(of: user, by: attempt) }
    }

    package func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> PasskeyAddition {
        try writing { memory.add(passkey, to: user, answering: challenge, by: attempt) }
    }

    package func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String], by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try writing { memory.enrol(mailbox, of: user, replacing: former, by: attempt) }
    }

    package func rename(
        _ authenticatorID: String, of user: StoredUser, to name: String, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try writing { memory.rename(authenticatorID, of: user, to: name, by: attempt) }
    }

    package func remove(
        _ authenticatorID: String, of user: StoredUser, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        try writing { memory.remove(authenticatorID, of: user, by: attempt) }
    }

    package func remove(_ user: StoredUser, by attempt: Attempt) throws(StorageError) -> UserChange {
        try writing { memory.remove(user, by: attempt) }
    }

    package func note(
        _ use: AuthenticatorUse, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) throws(StorageError) -> UseOutcome {
        try writing { memory.note(use, of: authenticatorID, of: user, by: attempt) }
    }

    package func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) -> Int64? {
        memory.useUp(challenge, by: attempt)
    }

    package func keep(_ text: String, as name: String, until end: Int64, by attempt: Attempt) {
        memory.keep(text, as: name, until: end, by: attempt)
    }

    package func kept(_ name: String, at time: Int64) -> String? { memory.kept(name, at: time) }

    package func action(_ id: ActionID, at time: Int64) -> ActionRecord? { memory.action(id, at: time) }

    package func save(
        _ action: ActionRecord, as id: ActionID, replacing former: ActionRecord?, by attempt: Attempt
    ) -> Bool { memory.save(action, as: id, replacing: former, by: attempt) }

    package func proof(ofStarted challengeID: String, at time: Int64) -> StartedActionProof? {
        memory.proof(ofStarted: challengeID, at: time)
    }

    package func note(
        _ proof: StartedActionProof, ofStarted challenge: IssuedChallenge, by attempt: Attempt
    ) -> Bool { memory.note(proof, ofStarted: challenge, by: attempt) }
}

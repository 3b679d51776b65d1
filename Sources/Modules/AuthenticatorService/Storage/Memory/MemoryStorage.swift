private import Synchronization
internal import WebAuthn

/// Stores everything in memory until the process ends.
package final class MemoryStorage: AuthenticatorStorage {
    private struct State: Sendable {
        var users = UserTable()
        var items = ExpiringItems()
    }

    private let state = Mutex(State())

    /// A storage that holds these users.
    package init(_ users: [StoredUser] = []) {
        state.withLock { state in
            for user in users { state.users[user.id] = user }
        }
    }

    /// All users.
    package var users: [StoredUser] { state.withLock { Array($0.users.users.values) } }

    package func user(_ id: UserID) -> StoredUser? { state.withLock { $0.users[id] } }

    package func userWithoutPasskeys(_ id: UserID) -> StoredUser? {
        var user = user(id)
        user?.authenticators.removeAll { $0.passkey != nil }
        return user
    }

    package func owner(ofCredential id: [UInt8], tenantID: String) -> StoredUser? {
        state.withLock { $0.users.owner(ofCredential: id, tenantID: tenantID) }
    }

    package func saveProfile(of user: StoredUser, by attempt: Attempt) -> UserChange {
        state.withLock { $0.users.change(user, by: attempt) { _ in } }
    }

    package func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) -> PasskeyAddition {
        state.withLock { state in
            if let id = passkey.passkey?.id,
                let owner = state.users.owner(ofCredential: id, tenantID: user.id.tenantID)
            {
                return owner.passkey(id)?.enrolledBy == attempt.id ? .added : .taken
            }
            var items = state.items
            guard items.useUp(challenge, by: attempt) != nil else { return .challengeUsed }
            guard state.users.change(user, by: attempt, { $0.append(passkey) }) == .made else { return .conflict }
            state.items = items
            return .added
        }
    }

    package func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String], by attempt: Attempt
    ) -> UserChange {
        state.withLock { state in
            state.users.change(user, by: attempt) { authenticators in
                authenticators.removeAll { $0.id == mailbox.id || former.contains($0.id) }
                authenticators.append(mailbox)
            }
        }
    }

    package func rename(
        _ authenticatorID: String, of user: StoredUser, to name: String, by attempt: Attempt
    ) -> UserChange {
        state.withLock { state in
            state.users.change(user, by: attempt) { authenticators in
                for index in authenticators.indices where authenticators[index].id == authenticatorID {
                    authenticators[index].name = name
                }
            }
        }
    }

    package func remove(_ authenticatorID: String, of user: StoredUser, by attempt: Attempt) -> UserChange {
        state.withLock { state in
            state.users.change(user, by: attempt) { $0.removeAll { $0.id == authenticatorID } }
        }
    }

    package func remove(_ user: StoredUser, by attempt: Attempt) -> UserChange {
        state.withLock { state in
            guard let stored = state.users[user.id] else { return .made }
            guard stored.version == user.version else { return .conflict }
            state.users[user.id] = nil
            return .made
        }
    }

    package func note(
        _ use: AuthenticatorUse, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) -> UseOutcome {
        state.withLock { $0.users.note(use, of: authenticatorID, of: user, by: attempt) }
    }

    package func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) -> Int64? {
        state.withLock { $0.items.useUp(challenge, by: attempt) }
    }

    package func keep(_ text: String, as name: String, until end: Int64, by attempt: Attempt) {
        state.withLock { $0.items.keep(text, as: name, until: end) }
    }

    package func kept(_ name: String, at time: Int64) -> String? { state.withLock { $0.items.kept(name, at: time) } }

    package func action(_ id: ActionID, at time: Int64) -> ActionRecord? {
        state.withLock { $0.items.action(id, at: time) }
    }

    package func save(
        _ action: ActionRecord, as id: ActionID, replacing former: ActionRecord?, by attempt: Attempt
    ) -> Bool {
        state.withLock { $0.items.save(action, as: id, replacing: former, by: attempt) }
    }

    package func proof(ofStarted challengeID: String, at time: Int64) -> StartedActionProof? {
        state.withLock { $0.items.proof(ofStarted: challengeID, at: time) }
    }

    package func note(
        _ proof: StartedActionProof, ofStarted challenge: IssuedChallenge, by attempt: Attempt
    ) -> Bool {
        state.withLock { $0.items.note(proof, ofStarted: challenge, by: attempt) }
    }
}

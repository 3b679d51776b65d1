internal import WebAuthn

/// The users, found by their id or by a passkey's credential id.
struct UserTable: Sendable {
    private struct CredentialID: Hashable {
        let tenantID: String
        let bytes: [UInt8]
    }

    private(set) var users: [UserID: StoredUser] = [:]
    private var owners: [CredentialID: UserID] = [:]

    init() {}

    subscript(id: UserID) -> StoredUser? {
        get { users[id] }
        set {
            for record in users[id]?.passkeys ?? [] {
                owners[CredentialID(tenantID: id.tenantID, bytes: record.id)] = nil
            }
            users[id] = newValue
            for record in newValue?.passkeys ?? [] {
                owners[CredentialID(tenantID: id.tenantID, bytes: record.id)] = id
            }
        }
    }

    func owner(ofCredential id: [UInt8], tenantID: String) -> StoredUser? {
        owners[CredentialID(tenantID: tenantID, bytes: id)].flatMap { users[$0] }
    }

    /// Changes a user if they are still as they were read, and stores their names.
    mutating func change(
        _ user: StoredUser, by attempt: Attempt, _ change: (inout [StoredAuthenticator]) -> Void
    ) -> UserChange {
        let stored = users[user.id]
        if let stored, stored.lastAttempt == attempt.id { return .made }
        guard (stored?.version ?? 0) == user.version else { return .conflict }
        var changed = user
        changed.authenticators = stored?.authenticators ?? []
        change(&changed.authenticators)
        changed.hasHadPasskey = changed.hasHadPasskey || !changed.passkeys.isEmpty
        changed.version += 1
        changed.lastAttempt = attempt.id
        self[user.id] = changed
        return .made
    }

    /// Notes a use of an authenticator, which does not count as a change of the user.
    mutating func note(
        _ use: AuthenticatorUse, of authenticatorID: String, of id: UserID, by attempt: Attempt
    ) -> UseOutcome {
        guard var user = users[id], let index = user.authenticators.firstIndex(where: { $0.id == authenticatorID })
        else { return .gone }
        guard user.authenticators[index].lastUsedBy != attempt.id else { return .noted }
        if let passkey = use.passkey,
            case .passkey(var record, let username, let displayName) =
                user.authenticators[index].kind
        {
            let isHigher = passkey.signCount > record.signCount || (passkey.signCount == 0 && record.signCount == 0)
            guard isHigher || !passkey.demandsHigherCount else { return .countNotHigher }
            record.signCount = max(record.signCount, passkey.signCount)
            record.isBackedUp = passkey.isBackedUp
            record.hasVerifiedUser = record.hasVerifiedUser || passkey.isUserVerified
            user.authenticators[index].kind = .passkey(record, username: username, displayName: displayName)
        }
        user.authenticators[index].lastVerifiedAt = max(user.authenticators[index].lastVerifiedAt, attempt.time)
        user.authenticators[index].lastUsedBy = attempt.id
        self[id] = user
        return .noted
    }
}

internal import Passkeys

extension RequestHandler {
    /// The stored user; nil if the user is not stored.
    func stored(_ id: UserID) throws(APIError) -> StoredUser? {
        try asking { () throws(StorageError) in try storage.user(id) }
    }

    /// The stored user of a bearer; nil if the user is not stored. A result token is void without the passkey or the
    /// mailbox that it proves.
    func stored(_ bearer: Bearer) throws(APIError) -> StoredUser? {
        let user = try stored(bearer.user)
        // A repeated request may have removed the proof itself.
        guard bearer.stillHasProof(user) || user?.lastAttempt == attempt.id else { throw .proofRemoved }
        return user
    }

    /// A stored user, or a new one that is not stored yet.
    func orNew(_ user: StoredUser?, _ id: UserID) throws(APIError) -> StoredUser {
        if let user { return user }
        do { return try StoredUser.new(id) } catch { throw .unexpected }
    }

    /// The user who has registered a passkey; nil if no user has.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(APIError) -> StoredUser? {
        try asking { () throws(StorageError) in try storage.owner(ofCredential: id, tenantID: tenantID) }
    }

    /// Makes a change, and decides again if the user has changed since the read.
    func changing<Result>(
        _ id: UserID, _ change: (StoredUser) throws(APIError) -> (outcome: UserChange, result: Result)
    ) throws(APIError) -> Result {
        for _ in 0..<3 {
            let (outcome, result) = try change(try orNew(stored(id), id))
            if outcome == .made { return result }
        }
        throw .unavailable
    }

    /// Adds a mailbox to a user, replacing others.
    func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String]
    ) throws(APIError) -> UserChange {
        try asking { () throws(StorageError) in
            try storage.enrol(mailbox, of: user, replacing: former, by: attempt)
        }
    }

    /// Asks storage, and reports a failure.
    func asking<Answer>(_ ask: () throws(StorageError) -> Answer) throws(APIError) -> Answer {
        do throws(StorageError) { return try ask() } catch {
            report(.storageFailed(error))
            throw .unavailable
        }
    }
}

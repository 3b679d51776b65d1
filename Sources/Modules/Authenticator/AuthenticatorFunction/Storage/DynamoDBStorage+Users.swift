internal import AWS
package import AuthenticatorService
internal import PasskeyServices
package import Passkeys
internal import WebAuthn

extension DynamoDBStorage {
    package func user(_ id: UserID) throws(StorageError) -> StoredUser? { try user(id, withPasskeys: true) }

    package func userWithoutPasskeys(_ id: UserID) throws(StorageError) -> StoredUser? {
        try user(id, withPasskeys: false)
    }

    private func user(_ id: UserID, withPasskeys: Bool) throws(StorageError) -> StoredUser? {
        let items = try items(pk: ItemKeys.pk(id), withPasskeys: withPasskeys)
        guard let profile = items.first(where: { $0["sk"]?.string == "profile" }) else {
            // Every transaction writes the profile, so nothing is ever left without one.
            guard items.isEmpty else { throw .unreadable("\(tables.users): a user without a profile") }
            return nil
        }
        guard var user = ProfileItem.user(id, profile) else { throw .unreadable("\(tables.users): a profile") }
        var authenticators: [(position: Int64, authenticator: StoredAuthenticator)] = []
        for item in items where item["sk"]?.string != "profile" {
            guard let read = AuthenticatorItem.authenticator(item) else {
                throw .unreadable("\(tables.users): an authenticator")
            }
            authenticators.append(read)
        }
        user.authenticators = authenticators.sorted { $0.position < $1.position }.map(\.authenticator)
        return user
    }

    package func owner(ofCredential id: [UInt8], tenantID: String) throws(StorageError) -> StoredUser? {
        guard
            let pointer = try tables.item(
                ItemKeys.owner(ofCredential: id, tenantID: tenantID), by: deadline)
        else {
            return nil
        }
        guard let userID = pointer["userId"]?.string else { throw .unreadable("\(tables.users): a pointer") }
        // A pointer and its passkey come and go together. If one is here alone, for example after half a restore,
        // nothing may be said about the passkey: on "unknown" devices would forget it.
        guard let user = try user(UserID(tenantID: tenantID, id: userID)),
            user.authenticators.contains(where: { $0.passkey?.id == id })
        else { throw .unreadable("\(tables.users): a pointer without its passkey") }
        return user
    }

    /// The write that stores a user's profile as its next version, if the stored user is still as they were read.
    func profileWrite(_ user: StoredUser, by attempt: Attempt, addsPasskey: Bool = false) -> DynamoDBWrite {
        var changed = user
        changed.version += 1
        changed.hasHadPasskey = changed.hasHadPasskey || addsPasskey
        let put = DynamoDBWrite.Action.put(ProfileItem.attributes(of: changed, by: attempt))
        guard user.version > 0 else {
            return DynamoDBWrite(put, ItemKeys.profile(user.id), in: tables.users, if: "attribute_not_exists(pk)")
        }
        // A user who was removed and came again may have the same version, but not by the same attempt. What this
        // attempt has changed it does not change again, although it may have read the user anew.
        return DynamoDBWrite(
            put, ItemKeys.profile(user.id), in: tables.users,
            if: "version = :version AND lastAttempt = :read AND lastAttempt <> :attempt",
            values: [
                "version": .number(user.version), "read": .string(user.lastAttempt ?? ""),
                "attempt": .string(attempt.id),
            ])
    }

    /// The writes that remove an authenticator.
    func removals(of authenticator: StoredAuthenticator, of user: UserID) -> [DynamoDBWrite] {
        let item = DynamoDBWrite(.delete, ItemKeys.authenticator(authenticator, of: user), in: tables.users)
        guard let credential = authenticator.passkey else { return [item] }
        let pointer = ItemKeys.owner(ofCredential: credential.id, tenantID: user.tenantID)
        return [item, DynamoDBWrite(.delete, pointer, in: tables.users)]
    }

    /// The outcome of a change whose condition failed for this profile.
    static func change(_ profile: DynamoDBItem, by attempt: Attempt) -> UserChange {
        profile["lastAttempt"] == .string(attempt.id) ? .made : .conflict
    }

    /// The outcome of a transaction whose first write is that of the profile.
    static func change(_ outcome: DynamoDBTransactionOutcome, by attempt: Attempt) -> UserChange {
        guard case .cancelled(let reasons) = outcome else { return .made }
        guard case .conditionFailed(let item) = reasons[0] else { return .conflict }
        return change(item, by: attempt)
    }
}

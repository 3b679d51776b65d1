internal import AWS
internal import AuthenticatorService
internal import Passkeys

/// A user's profile as an item. Absent members are absent attributes.
enum ProfileItem {
    /// The attributes of a user's profile, without its key, as an attempt writes them.
    static func attributes(of user: StoredUser, by attempt: Attempt) -> DynamoDBItem {
        var item: DynamoDBItem = [
            "tenantId": .string(user.id.tenantID), "userId": .string(user.id.id), "handle": .bytes(user.handle),
            "hasHadPasskey": .bool(user.hasHadPasskey), "version": .number(user.version),
            "lastAttempt": .string(attempt.id),
        ]
        item["email"] = user.email.map { .string($0) }
        item["username"] = user.username.map { .string($0) }
        item["displayName"] = user.displayName.map { .string($0) }
        item["locale"] = user.locale.map { .string($0) }
        return item
    }

    /// The user whose profile an item is, with no authenticators; nil if it is not this user's, or cannot be read.
    static func user(_ id: UserID, _ item: DynamoDBItem) -> StoredUser? {
        guard let tenantID = item["tenantId"]?.string, let userID = item["userId"]?.string,
            UserID(tenantID: tenantID, id: userID) == id, let handle = item["handle"]?.bytes, 1...64 ~= handle.count,
            let hasHadPasskey = item["hasHadPasskey"]?.bool, let version = item["version"]?.number, version > 0,
            let lastAttempt = item["lastAttempt"]?.string
        else { return nil }
        return StoredUser(
            id: id, handle: handle, email: item["email"]?.string, username: item["username"]?.string,
            displayName: item["displayName"]?.string, locale: item["locale"]?.string, hasHadPasskey: hasHadPasskey,
            version: version, lastAttempt: lastAttempt)
    }
}

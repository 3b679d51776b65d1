internal import AWS
internal import AuthenticatorService
internal import WebAuthn

/// An authenticator as an item. Absent members are absent attributes.
enum AuthenticatorItem {
    /// The attributes of an authenticator, without its key.
    /// - Parameter position: the user's version that added it, by which authenticators are sorted.
    static func attributes(of authenticator: StoredAuthenticator, position: Int64) -> DynamoDBItem {
        var item: DynamoDBItem = [
            "id": .string(authenticator.id), "createdAt": .number(authenticator.createdAt),
            "lastVerifiedAt": .number(authenticator.lastVerifiedAt), "addedInVersion": .number(position),
        ]
        item["label"] = authenticator.name.map { .string($0) }
        item["enrolledBy"] = authenticator.enrolledBy.map { .string($0) }
        switch authenticator.kind {
        case .email(let address): item["email"] = .string(address)
        case .passkey(let record, let username, let displayName):
            item["username"] = username.map { .string($0) }
            item["displayName"] = displayName.map { .string($0) }
            item.merge(attributes(of: record)) { _, new in new }
        }
        return item
    }

    private static func attributes(of record: CredentialRecord) -> DynamoDBItem {
        [
            "credentialId": .bytes(record.id), "userHandle": .bytes(record.userHandle),
            "publicKey": .bytes(record.publicKey), "aaguid": .bytes(record.aaguid),
            "transports": .list(record.transports.map { .string($0) }),
            "isBackupEligible": .bool(record.isBackupEligible), "isBackedUp": .bool(record.isBackedUp),
            "signCount": .number(Int64(record.signCount)), "hasVerifiedUser": .bool(record.hasVerifiedUser),
        ]
    }

    /// The authenticator that an item is, and its position; nil if it cannot be read.
    static func authenticator(_ item: DynamoDBItem) -> (position: Int64, authenticator: StoredAuthenticator)? {
        guard let id = item["id"]?.string, let createdAt = item["createdAt"]?.number,
            let lastVerifiedAt = item["lastVerifiedAt"]?.number, let position = item["addedInVersion"]?.number,
            let kind = kind(item)
        else { return nil }
        let authenticator = StoredAuthenticator(
            id: id, kind: kind, name: item["label"]?.string, createdAt: createdAt, lastVerifiedAt: lastVerifiedAt,
            enrolledBy: item["enrolledBy"]?.string, lastUsedBy: item["lastUsedBy"]?.string)
        return (position, authenticator)
    }

    private static func kind(_ item: DynamoDBItem) -> StoredAuthenticator.Kind? {
        if let address = item["email"]?.string { return .email(address: address) }
        guard let record = record(item) else { return nil }
        return .passkey(record, username: item["username"]?.string, displayName: item["displayName"]?.string)
    }

    private static func record(_ item: DynamoDBItem) -> CredentialRecord? {
        guard let id = item["credentialId"]?.bytes, let userHandle = item["userHandle"]?.bytes,
            let publicKey = item["publicKey"]?.bytes, let aaguid = item["aaguid"]?.bytes, aaguid.count == 16,
            let transports = item["transports"]?.list,
            let isBackupEligible = item["isBackupEligible"]?.bool, let isBackedUp = item["isBackedUp"]?.bool,
            let signCount = item["signCount"]?.number.flatMap({ UInt32(exactly: $0) }),
            let hasVerifiedUser = item["hasVerifiedUser"]?.bool
        else { return nil }
        return CredentialRecord(
            id: id, userHandle: userHandle, publicKey: publicKey, aaguid: aaguid,
            transports: transports.compactMap(\.string), isBackupEligible: isBackupEligible, isBackedUp: isBackedUp,
            signCount: signCount, hasVerifiedUser: hasVerifiedUser)
    }
}

internal import AWS
internal import AuthenticatorService
internal import PasskeyServices
internal import Passkeys
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
            item.merge(record.attributes) { _, new in new }
        }
        return item
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
        guard let record = CredentialRecord(item) else { return nil }
        return .passkey(record, username: item["username"]?.string, displayName: item["displayName"]?.string)
    }
}

extension ItemKeys {
    /// The item of an authenticator.
    static func authenticator(_ authenticator: StoredAuthenticator, of user: UserID) -> DynamoDBKey {
        Self.authenticator(authenticator.id, isPasskey: authenticator.passkey != nil, of: user)
    }
}

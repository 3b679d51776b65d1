package import AWS
package import WebAuthn

extension CredentialRecord {
    /// The record as attributes of its passkey's item.
    package var attributes: DynamoDBItem {
        [
            "credentialId": .bytes(id), "userHandle": .bytes(userHandle), "publicKey": .bytes(publicKey),
            "aaguid": .bytes(aaguid), "transports": .list(transports.map { .string($0) }),
            "isBackupEligible": .bool(isBackupEligible), "isBackedUp": .bool(isBackedUp),
            "signCount": .number(Int64(signCount)), "hasVerifiedUser": .bool(hasVerifiedUser),
        ]
    }

    /// The record in a passkey's item; nil if it cannot be read.
    package init?(_ item: DynamoDBItem) {
        guard let id = item["credentialId"]?.bytes, let userHandle = item["userHandle"]?.bytes,
            let publicKey = item["publicKey"]?.bytes, let aaguid = item["aaguid"]?.bytes, aaguid.count == 16,
            let transports = item["transports"]?.list,
            let isBackupEligible = item["isBackupEligible"]?.bool, let isBackedUp = item["isBackedUp"]?.bool,
            let signCount = item["signCount"]?.number.flatMap({ UInt32(exactly: $0) }),
            let hasVerifiedUser = item["hasVerifiedUser"]?.bool
        else { return nil }
        self.init(
            id: id, userHandle: userHandle, publicKey: publicKey, aaguid: aaguid,
            transports: transports.compactMap(\.string), isBackupEligible: isBackupEligible, isBackedUp: isBackedUp,
            signCount: signCount, hasVerifiedUser: hasVerifiedUser)
    }
}

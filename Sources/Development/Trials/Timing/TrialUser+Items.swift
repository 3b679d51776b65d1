internal import Essentials
internal import StandIns

extension TrialUser {
    /// How many passkeys the authenticator has stored beside a mailbox; nil if it does not know the user.
    private var passkeys: Int? {
        switch kind {
        case .withoutPasskey: 0
        case .withPasskey: 1
        case .withPasskeys: 5
        case .enrolled, .withoutAuthenticators, .otherAddress, .neverEnrolled, .unknown: nil
        }
    }

    /// What the authenticator has stored: a profile, a mailbox and the passkeys. It answers with an error to items that
    /// it cannot read, and then nothing is measured.
    /// - Parameter publicKey: the key of each passkey.
    func storedItems(publicKey: [UInt8]) -> [TableItem] {
        guard let passkeys else { return [] }
        let handle = TableAttribute.bytes([UInt8](repeating: 7, count: 32))
        let profile = item(
            "profile",
            [
                "tenantId": .string(TrialEvents.userPoolID), "userId": .string(sub), "handle": handle,
                "hasHadPasskey": .bool(passkeys > 0), "version": .number(Int64(1 + passkeys)), "email": .string(email),
                "lastAttempt": .string("an earlier attempt"),
            ])
        let mailbox = authenticator("email#", 1, ["email": .string(email)])
        return [profile, mailbox]
            + (0..<passkeys).map { number in
                authenticator(
                    "passkey#", Int64(2 + number),
                    [
                        "credentialId": .bytes(Array(UUID().uuidString.utf8)), "userHandle": handle,
                        "publicKey": .bytes(publicKey), "aaguid": .bytes([UInt8](repeating: 0, count: 16)),
                        "transports": .list([.string("internal")]), "isBackupEligible": .bool(true),
                        "isBackedUp": .bool(true), "signCount": .number(0), "hasVerifiedUser": .bool(true),
                    ])
            }
    }

    private func authenticator(_ kind: String, _ position: Int64, _ attributes: TableItem) -> TableItem {
        let id = UUID().uuidString
        let common: TableItem = [
            "id": .string(id), "createdAt": .number(1_780_272_000), "lastVerifiedAt": .number(1_780_272_000),
            "addedInVersion": .number(position),
        ]
        return item(kind + id, common.merging(attributes) { $1 })
    }

    private func item(_ sk: String, _ attributes: TableItem) -> TableItem {
        let key: TableItem = ["pk": .string("user#\(TrialEvents.userPoolID)#\(sub)"), "sk": .string(sk)]
        return key.merging(attributes) { $1 }
    }
}

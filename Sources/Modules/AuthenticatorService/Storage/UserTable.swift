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

    func user(tenantID: String, credentialID: [UInt8]) -> StoredUser? {
        owners[CredentialID(tenantID: tenantID, bytes: credentialID)].flatMap { users[$0] }
    }
}

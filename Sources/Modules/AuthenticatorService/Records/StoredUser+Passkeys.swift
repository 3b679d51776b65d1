private import Primitives
internal import WebAuthn

extension StoredUser {
    /// The names given when a passkey was created.
    func names(ofPasskey id: [UInt8]) -> (username: String?, displayName: String?) {
        guard case .passkey(_, let username, let displayName) = passkey(id)?.kind else { return (nil, nil) }
        return (username, displayName)
    }

    /// Whether a name is one of the user's: the tenant's name for the user, one given with a passkey, or an address.
    func isKnown(as name: String) -> Bool {
        let passkeyNames = passkeys.map { names(ofPasskey: $0.id).username }
        if ([username, id.id] + passkeyNames).contains(where: { $0?.hasSameBytes(as: name) ?? false }) { return true }
        return ([email] + emails.map(\.address)).contains { $0.map { EmailAddress.areEqual($0, name) } ?? false }
    }
}

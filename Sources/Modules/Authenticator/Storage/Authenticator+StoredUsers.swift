internal import OpenSSLCrypto

extension Authenticator {
    /// What is kept of a user; nil for nothing.
    func stored(_ id: UserID) throws(APIError) -> StoredUser? {
        do { return try storage.user(id) } catch { throw .unexpected }
    }

    /// What is kept of a user, or the beginning of it.
    func storedOrNew(_ id: UserID) throws(APIError) -> StoredUser {
        if let user = try stored(id) { return user }
        do { return StoredUser(id: id, handle: try SecureRandom.bytes(32)) } catch { throw .unexpected }
    }

    /// Keeps a user.
    func save(_ user: StoredUser) throws(APIError) {
        do { try storage.save(user) } catch { throw .unexpected }
    }

    /// The user who has registered a passkey.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(APIError) -> StoredUser? {
        do { return try storage.user(tenantID: tenantID, credentialID: id) } catch { throw .unexpected }
    }
}

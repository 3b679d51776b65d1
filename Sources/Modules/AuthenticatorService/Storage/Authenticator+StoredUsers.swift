internal import OpenSSLCrypto

extension Authenticator {
    /// The stored user; nil if the user is not stored.
    func stored(_ id: UserID) throws(APIError) -> StoredUser? {
        do { return try storage.user(id) } catch { throw .unexpected }
    }

    /// The stored user, or a new one that is not stored yet.
    func storedOrNew(_ id: UserID) throws(APIError) -> StoredUser {
        if let user = try stored(id) { return user }
        do { return StoredUser(id: id, handle: try SecureRandom.bytes(32)) } catch { throw .unexpected }
    }

    /// Stores a user.
    func save(_ user: StoredUser) throws(APIError) {
        do { try storage.save(user) } catch { throw .unexpected }
    }

    /// The user who has registered a passkey; nil if nobody has.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(APIError) -> StoredUser? {
        do { return try storage.user(tenantID: tenantID, credentialID: id) } catch { throw .unexpected }
    }
}

package import OpenSSLCrypto
internal import Primitives

/// The user handle of passkeys: the opaque bytes by which devices tell accounts of one relying party apart (WebAuthn
/// sections 4 and 14.6.1).
///
/// Its first 8 bytes are a tag of the user pool, the others the 16 bytes of the user's `sub`. Several pools may share a
/// relying party, for example staging and production, and a device offers the passkeys of all of them. The tag
/// distinguishes another pool's passkey from one that was removed here. A handle is not signed, so it proves nothing.
package enum UserHandle {
    private static let tagLength = 8

    /// A handle for a user who has none yet. If the `sub` is not a UUID, the handle is 32 random bytes.
    package static func new(for user: UserID) throws(CryptoError) -> [UInt8] {
        let tag = tag(ofPool: user.tenantID)
        guard let sub = UUIDText.bytes(user.id) else { return tag + (try SecureRandom.bytes(32)) }
        return tag + sub
    }

    /// Whether a passkey's handle is of a pool. It may be the base64url text of one, which devices store with
    /// Authsignal's iOS SDK.
    package static func isOfPool(_ id: String, _ handle: [UInt8]) -> Bool {
        let tag = tag(ofPool: id)
        let decoded = Base64URL.decode(String(decoding: handle, as: UTF8.self))
        return [handle, decoded ?? []].contains { $0.count > tagLength && $0.starts(with: tag) }
    }

    private static func tag(ofPool id: String) -> [UInt8] { Array(SHA256.digest(of: Array(id.utf8)).prefix(tagLength)) }
}

/// A new credential in authenticator data (WebAuthn section 6.5.1).
package struct AttestedCredential: Sendable {
    /// The model of the authenticator, 16 bytes; zeros if the authenticator does not say.
    package let aaguid: [UInt8]
    /// The credential's id, 1 to 1023 bytes.
    package let id: [UInt8]
    /// The credential's public key.
    package let publicKey: CredentialPublicKey

    /// The longest credential id allowed, in bytes (WebAuthn section 7.1 step 26).
    package static let maximumIDLength = 1023

    /// Reads a credential from the front of the bytes and removes it from them.
    init(_ rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) {
        aaguid = Array(try rest.take(16))
        let idLength = try rest.take(2).reduce(0) { $0 << 8 | Int($1) }
        guard 1...Self.maximumIDLength ~= idLength else { throw .invalidCredentialIDLength(idLength) }
        id = Array(try rest.take(idLength))
        // The key's length is not stated: only its own structure shows where it ends. Extension data may follow it.
        guard !rest.isEmpty else { throw .tooShort }
        let key: (value: CBORValue, length: Int)
        do { key = try CBORValue.decodePrefix(of: rest) } catch { throw .publicKey(.malformed(error)) }
        do {
            publicKey = try CredentialPublicKey(key.value, encoded: Array(rest.prefix(key.length)))
        } catch {
            throw .publicKey(error)
        }
        rest = rest.dropFirst(key.length)
    }
}

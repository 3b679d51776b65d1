package import OpenSSLCrypto

/// What a pool stores of a password: enough to check the password, but not the password itself.
package struct PasswordVerifier: Equatable, Sendable {
    /// The salt, of 16 bytes.
    package let salt: [UInt8]
    /// The verifier of SRP, `v`, as a big-endian number.
    package let verifier: [UInt8]

    /// The verifier of a user's password.
    ///
    /// - Throws: `CryptoError`.
    package init(_ password: String, username: String, settings: PoolSettings) throws(CryptoError) {
        salt = try SecureRandom.bytes(16)
        verifier = try SecureRemotePassword().verifier(
            poolName: settings.shortID, userID: username, password: password, salt: salt)
    }

    /// A verifier that was stored.
    package init(salt: [UInt8], verifier: [UInt8]) {
        self.salt = salt
        self.verifier = verifier
    }

    /// Whether this is the user's password.
    func isRight(_ password: String, username: String, settings: PoolSettings) -> Bool {
        let given = try? SecureRemotePassword().verifier(
            poolName: settings.shortID, userID: username, password: password, salt: salt)
        return given.map { constantTimeEqual($0, verifier) } ?? false
    }

    /// The verifier of a user without a password. It is always the same for the same name, and no password fits it.
    init(decoyFor username: String, key: [UInt8]) {
        salt = Array(HMACSHA256.authenticationCode(for: Array("salt \(username)".utf8), key: key).prefix(16))
        verifier = HMACSHA256.authenticationCode(for: Array("verifier \(username)".utf8), key: key)
    }
}

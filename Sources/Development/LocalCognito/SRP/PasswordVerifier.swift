package import OpenSSLCrypto

/// What a pool keeps of a password: enough to check one, and not the password.
package struct PasswordVerifier: Equatable, Sendable {
    /// 16 bytes.
    package let salt: [UInt8]
    /// The verifier of SRP, `v`, as a big-endian number.
    package let verifier: [UInt8]

    /// What is kept of a user's password.
    ///
    /// - Throws: `CryptoError`.
    package init(_ password: String, username: String, settings: PoolSettings) throws(CryptoError) {
        salt = try SecureRandom.bytes(16)
        verifier = try SecureRemotePassword().verifier(
            poolName: settings.shortID, userID: username, password: password, salt: salt)
    }

    /// What was kept of a password.
    package init(salt: [UInt8], verifier: [UInt8]) {
        self.salt = salt
        self.verifier = verifier
    }

    /// What stands in for the password of a user without one: the same for one name, and no password fits.
    init(decoyFor username: String, key: [UInt8]) {
        salt = Array(HMACSHA256.authenticationCode(for: Array("salt \(username)".utf8), key: key).prefix(16))
        verifier = HMACSHA256.authenticationCode(for: Array("verifier \(username)".utf8), key: key)
    }
}

internal import Essentials
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

/// The answer to `PASSWORD_VERIFIER`.
struct PasswordClaim {
    private let userID: String
    private let poolName: String
    private let secretBlock: [UInt8]
    private let signature: [UInt8]
    private let timestamp: String

    /// Reads an answer.
    ///
    /// - Throws: `InvalidParameterException`.
    init(_ responses: [String: String], userID: String, poolName: String) throws(PoolError) {
        func required(_ name: String) throws(PoolError) -> String {
            guard let value = responses[name] else { throw .missing(name) }
            return value
        }
        let (block, claim) = (try required("PASSWORD_CLAIM_SECRET_BLOCK"), try required("PASSWORD_CLAIM_SIGNATURE"))
        timestamp = try required("TIMESTAMP")
        guard Self.isTimestamp(timestamp) else {
            throw PoolError(.invalidParameter, "TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.")
        }
        secretBlock = [UInt8](Data(base64Encoded: block) ?? Data())
        signature = [UInt8](Data(base64Encoded: claim) ?? Data())
        (self.userID, self.poolName) = (userID, poolName)
    }

    /// Whether the signature was made with the key, over this round's secret block.
    func isRight(key: [UInt8], secretBlock expected: [UInt8]) -> Bool {
        let right = SecureRemotePassword.signature(
            key: key, poolName: poolName, userID: userID, secretBlock: expected, timestamp: timestamp)
        return constantTimeEqual(secretBlock, expected) && constantTimeEqual(signature, right)
    }

    /// `EEE MMM d HH:mm:ss 'UTC' yyyy` in English, the day without a leading zero.
    private static func isTimestamp(_ text: String) -> Bool {
        let pattern =
            #/
            (Mon|Tue|Wed|Thu|Fri|Sat|Sun)\x20(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)
            \x20([1-9]|[12][0-9]|3[01])\x20([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\x20UTC\x20[0-9]{4}
            /#
        return text.wholeMatch(of: pattern) != nil
    }
}

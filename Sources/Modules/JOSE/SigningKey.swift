package import OpenSSLCrypto

/// A key that signs tokens with one algorithm, fixed when the key is made.
package struct SigningKey: Sendable {
    private enum Material: Sendable {
        case secret([UInt8])
        case privateKey(PrivateKey)
    }

    /// The algorithm the key signs with.
    package let algorithm: JWSAlgorithm
    /// The identifier written to the header's `kid`; nil to write none.
    package let keyID: String?
    /// The key that verifies what this one signs, with the same identifier.
    package let verificationKey: VerificationKey
    private let material: Material

    /// A key for HS256.
    ///
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(hs256Secret secret: [UInt8], keyID: String? = nil) throws(JOSEError) {
        verificationKey = try VerificationKey(hs256Secret: secret, keyID: keyID)
        (algorithm, material) = (.hs256, .secret(secret))
        self.keyID = keyID
    }

    /// A key for the algorithm of a private key: RS256 for RSA, ES256 for P-256, EdDSA for Ed25519.
    ///
    /// - Throws: `unsupportedKey` for a kind of key that no algorithm accepted here uses.
    package init(_ privateKey: PrivateKey, keyID: String? = nil) throws(JOSEError) {
        verificationKey = try VerificationKey(privateKey.publicKey, keyID: keyID)
        (algorithm, material) = (verificationKey.algorithm, .privateKey(privateKey))
        self.keyID = keyID
    }

    /// The signature of a signing input.
    func signature(of signingInput: [UInt8]) throws(JOSEError) -> [UInt8] {
        switch (material, algorithm.scheme) {
        case (.secret(let secret), nil):
            return HMACSHA256.authenticationCode(for: signingInput, key: secret)
        case (.privateKey(let key), let scheme?):
            do { return try key.signature(of: signingInput, scheme: scheme) } catch { throw .signingFailed }
        default:
            throw .signingFailed
        }
    }
}

package import OpenSSLCrypto

/// A key that verifies tokens of one algorithm, fixed when the key is made and never taken from a token (RFC 8725
/// section 3.1).
package struct VerificationKey: Sendable {
    /// The shortest secret accepted for HS256, in bytes (RFC 7518 section 3.2).
    private static let minimumSecretLength = 32

    private enum Material: Sendable {
        case secret([UInt8])
        case publicKey(PublicKey)
    }

    /// The algorithm the key is bound to.
    package let algorithm: JWSAlgorithm
    /// The key's identifier, compared with a header's `kid`.
    package let keyID: String?
    private let material: Material

    /// A key for HS256.
    ///
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(hs256Secret secret: [UInt8], keyID: String? = nil) throws(JOSEError) {
        guard secret.count >= Self.minimumSecretLength else { throw .secretTooShort }
        (algorithm, material) = (.hs256, .secret(secret))
        self.keyID = keyID
    }

    /// A key for the algorithm of a public key: RS256 for RSA, ES256 for P-256, EdDSA for Ed25519.
    ///
    /// - Throws: `unsupportedKey` for a kind of key that no algorithm accepted here uses.
    package init(_ publicKey: PublicKey, keyID: String? = nil) throws(JOSEError) {
        guard let algorithm = publicKey.kind.jwsAlgorithm else { throw .unsupportedKey }
        (self.algorithm, material) = (algorithm, .publicKey(publicKey))
        self.keyID = keyID
    }

    /// The public key; nil for HS256.
    var publicKey: PublicKey? {
        guard case .publicKey(let key) = material else { return nil }
        return key
    }

    /// Whether a signature of a signing input is valid under this key.
    func isValid(_ signature: [UInt8], of signingInput: [UInt8]) -> Bool {
        switch (material, algorithm.scheme) {
        case (.secret(let secret), nil): HMACSHA256.isValid(signature, for: signingInput, key: secret)
        case (.publicKey(let key), let scheme?): key.isValid(signature, of: signingInput, scheme: scheme)
        default: false
        }
    }
}

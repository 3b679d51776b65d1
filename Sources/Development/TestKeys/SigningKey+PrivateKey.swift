package import JOSE
internal import OpenSSLCrypto

extension SigningKey {
    /// A key for the algorithm of a private key: RS256 for RSA, ES256 for P-256, EdDSA for Ed25519.
    ///
    /// - Throws: `unsupportedKey` for a kind of key that no algorithm accepted here uses.
    package init(_ privateKey: PrivateKey, keyID: String? = nil) throws(JOSEError) {
        let verificationKey = try VerificationKey(privateKey.publicKey, keyID: keyID)
        guard let scheme = SignatureScheme.jose(privateKey.kind) else { throw .unsupportedKey }
        self.init(for: verificationKey, sign: { try? privateKey.signature(of: $0, scheme: scheme) })
    }
}

extension SignatureScheme {
    /// The scheme that JOSE uses with a kind of key (RFC 7518 section 3.1, RFC 8037 section 3.1).
    fileprivate static func jose(_ kind: KeyKind) -> SignatureScheme? {
        switch kind {
        case .rsa: .rsaPKCS1SHA256
        case .p256: .ecdsaP256SHA256
        case .p384: nil
        case .ed25519: .ed25519
        }
    }
}

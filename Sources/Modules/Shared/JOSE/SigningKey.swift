internal import OpenSSLCrypto

/// A key that signs tokens with one algorithm, fixed when the key is made.
package struct SigningKey: Sendable {
    /// Signs a signing input (RFC 7515 section 5.1); nil if that fails.
    package typealias Signer = @Sendable (_ signingInput: [UInt8]) -> [UInt8]?

    /// The key that verifies what this one signs, with the same identifier.
    package let verificationKey: VerificationKey
    private let sign: Signer

    /// A key for HS256.
    ///
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(hs256Secret secret: [UInt8], keyID: String? = nil) throws(JOSEError) {
        self.init(
            for: try VerificationKey(hs256Secret: secret, keyID: keyID),
            sign: { HMACSHA256.authenticationCode(for: $0, key: secret) })
    }

    /// A key whose private part the caller holds.
    /// - Parameters:
    ///   - verificationKey: the key that verifies the signatures. It decides algorithm and identifier.
    ///   - sign: signs with the algorithm of `verificationKey`.
    package init(for verificationKey: VerificationKey, sign: @escaping Signer) {
        self.verificationKey = verificationKey
        self.sign = sign
    }

    /// The algorithm the key signs with.
    package var algorithm: JWSAlgorithm { verificationKey.algorithm }

    /// The identifier written to the header's `kid`; nil to leave `kid` out.
    package var keyID: String? { verificationKey.keyID }

    /// The signature of a signing input.
    func signature(of signingInput: [UInt8]) throws(JOSEError) -> [UInt8] {
        guard let signature = sign(signingInput) else { throw .signingFailed }
        return signature
    }
}

/// The signature algorithms accepted here, under their names in RFC 7518 section 3.1 and RFC 8037 section 3.1.
///
/// A name is compared exactly: algorithm names are case-sensitive.
package enum JWSAlgorithm: String, Sendable, CaseIterable {
    /// HMAC with SHA-256.
    case hs256 = "HS256"
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// EdDSA, only on Ed25519.
    case edDSA = "EdDSA"

    /// How an asymmetric algorithm signs; nil for HS256.
    var scheme: SignatureScheme? {
        switch self {
        case .hs256: nil
        case .rs256: .rsaPKCS1SHA256
        case .es256: .ecdsaP256SHA256
        case .edDSA: .ed25519
        }
    }
}

extension KeyKind {
    /// The only algorithm for which a key of this kind is used here; nil for P-384, whose ES384 is not accepted.
    var jwsAlgorithm: JWSAlgorithm? {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        case .p384: nil
        case .ed25519: .edDSA
        }
    }
}

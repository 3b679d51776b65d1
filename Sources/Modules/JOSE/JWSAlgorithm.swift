internal import OpenSSLCrypto

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

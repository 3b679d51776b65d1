package import OpenSSLCrypto

/// The signature algorithms accepted for credentials. The raw values are those of the IANA registry of COSE algorithms.
///
/// WebAuthn section 5.8.5 fixes the curve of each.
package enum COSEAlgorithm: Int64, Sendable, CaseIterable {
    /// ECDSA with SHA-256, on P-256.
    case es256 = -7
    /// EdDSA, on Ed25519.
    case edDSA = -8
    /// ECDSA with SHA-384, on P-384.
    case es384 = -35
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257

    /// The algorithm with a number of the registry; nil if it is not accepted. RFC 9864 gives the algorithms on
    /// elliptic curves a second number, which fixes the curve as WebAuthn does: ESP256, Ed25519 and ESP384.
    package init?(number: Int64) {
        switch number {
        case -9: self = .es256
        case -19: self = .edDSA
        case -51: self = .es384
        default: self.init(rawValue: number)
        }
    }

    /// The one algorithm for a kind of key.
    package init(_ kind: KeyKind) {
        switch kind {
        case .p256: self = .es256
        case .ed25519: self = .edDSA
        case .p384: self = .es384
        case .rsa: self = .rs256
        }
    }

    /// The kind of key that the algorithm signs with.
    package var keyKind: KeyKind { parts.kind }
    /// The key type: 1 OKP, 2 EC2, 3 RSA.
    var keyType: Int64 { parts.keyType }
    /// The curve: 1 P-256, 2 P-384, 6 Ed25519; nil for RSA.
    var curve: Int64? { parts.curve }
    /// The number of parameters of a key, including its type and algorithm.
    var parameterCount: Int { parts.parameters }

    private var parts: (kind: KeyKind, keyType: Int64, curve: Int64?, parameters: Int) {
        switch self {
        case .es256: (.p256, 2, 1, 5)
        case .edDSA: (.ed25519, 1, 6, 4)
        case .es384: (.p384, 2, 2, 5)
        case .rs256: (.rsa, 3, nil, 4)
        }
    }
}

/// The labels of a COSE_Key's parameters (RFC 9052 section 7.1, RFC 9053 section 7, RFC 8230 section 4). The meaning of
/// a negative label depends on the key type.
enum COSELabel {
    static let keyType: Int64 = 1
    static let algorithm: Int64 = 3
    static let curve: Int64 = -1
    static let x: Int64 = -2
    static let y: Int64 = -3
    static let modulus: Int64 = -1
    static let exponent: Int64 = -2
}

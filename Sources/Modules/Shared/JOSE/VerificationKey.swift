package import JSON
package import OpenSSLCrypto
private import Primitives

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
        guard let algorithm = JWSAlgorithm(publicKey.kind) else { throw .unsupportedKey }
        (self.algorithm, material) = (algorithm, .publicKey(publicKey))
        self.keyID = keyID
    }

    /// The public key; nil for HS256.
    package var publicKey: PublicKey? {
        guard case .publicKey(let key) = material else { return nil }
        return key
    }

    /// Whether both keys have the same identifier, byte for byte, or neither has one.
    func hasSameID(as other: VerificationKey) -> Bool {
        guard let keyID, let otherID = other.keyID else { return self.keyID == nil && other.keyID == nil }
        return keyID.hasSameBytes(as: otherID)
    }

    /// The secret; nil for a public key.
    var secret: [UInt8]? {
        guard case .secret(let secret) = material else { return nil }
        return secret
    }

    /// Whether a signature of a signing input is valid under this key.
    func isValid(_ signature: [UInt8], of signingInput: [UInt8]) -> Bool {
        switch material {
        case .secret(let secret): HMACSHA256.isValid(signature, for: signingInput, key: secret)
        case .publicKey(let key): key.isValid(signature, of: signingInput, ecdsa: .raw)
        }
    }
}

extension VerificationKey {
    /// A key from a JSON Web Key (RFC 7517 section 4, RFC 7518 section 6, RFC 8037 section 2).
    ///
    /// The algorithm follows from `kty` and `crv`: `oct` means HS256, `RSA` RS256, `EC` with `P-256` ES256, `OKP` with
    /// `Ed25519` EdDSA. `use` must be absent or `sig`, `key_ops` absent or contain `verify`. A key with private members
    /// is refused, because its readers could sign.
    ///
    /// - Throws: `unsupportedKey` for other kinds, curves and RSA sizes, `wrongKeyAlgorithm`, `wrongKeyUse`,
    ///   `privateKeyPublished`, `secretTooShort`, `invalidBase64URL`, and `invalidKey` for everything else.
    package init(jwk json: JSONValue) throws(JOSEError) {
        let jwk = try JSONWebKey(json)
        if jwk.algorithm == .hs256 {
            try self.init(hs256Secret: jwk.bytes("k"), keyID: jwk.keyID)
        } else {
            guard !jwk.isPrivate else { throw .privateKeyPublished }
            try self.init(jwk.publicKey(), keyID: jwk.keyID)
        }
    }
}

extension JSONWebKey {
    /// The public key of an asymmetric key.
    func publicKey() throws(JOSEError) -> PublicKey {
        let components: PublicKeyComponents =
            switch algorithm {
            case .hs256: throw .unsupportedKey
            case .rs256: .rsa(modulus: try bytes("n"), exponent: try bytes("e"))
            case .es256: .p256(x: try bytes("x"), y: try bytes("y"))
            case .edDSA: .ed25519(try bytes("x"))
            }
        do { return try PublicKey(components) } catch {
            throw error == .unsupportedKeySize ? .unsupportedKey : .invalidKey
        }
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

    /// The only algorithm for which a kind of key is used here; nil for P-384, whose ES384 is not accepted.
    fileprivate init?(_ kind: KeyKind) {
        switch kind {
        case .rsa: self = .rs256
        case .p256: self = .es256
        case .p384: return nil
        case .ed25519: self = .edDSA
        }
    }
}

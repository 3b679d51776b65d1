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

extension VerificationKey {
    /// A key from a JSON Web Key (RFC 7517 section 4, RFC 7518 section 6, RFC 8037 section 2).
    ///
    /// The algorithm follows from `kty` and `crv`: `oct` means HS256, `RSA` RS256, `EC` with `P-256` ES256, `OKP` with
    /// `Ed25519` EdDSA. `use` must be absent or `sig`, `key_ops` absent or contain `verify`. A key that also holds its
    /// private members is refused: whoever could read it could sign.
    ///
    /// - Parameter algorithm: the algorithm that the key must have; nil to accept the one that follows from the key.
    /// - Throws: `unsupportedKey` for other kinds, curves and RSA sizes, `wrongKeyAlgorithm`, `wrongKeyUse`,
    ///   `privateKeyPublished`, `secretTooShort`, `invalidBase64URL`, and `invalidKey` for everything else.
    package init(jwk json: JSONValue, algorithm: JWSAlgorithm? = nil) throws(JOSEError) {
        let jwk = try JSONWebKey(json, algorithm: algorithm)
        if jwk.algorithm == .hs256 {
            try self.init(hs256Secret: jwk.bytes("k"), keyID: jwk.keyID)
        } else {
            guard !jwk.isPrivate else { throw .privateKeyPublished }
            try self.init(jwk.publicKey(), keyID: jwk.keyID)
        }
    }

    /// The key as a JSON Web Key with `use`, `alg` and, if it has one, `kid`; nil for HS256, whose key is a secret.
    package var publicJWK: [UInt8]? {
        guard let components = publicKey?.components else { return nil }
        return JSONWriter.object { key in
            switch components {
            case .rsa(let modulus, let exponent):
                key.member("kty", "RSA")
                key.member("n", Base64URL.encode(Array(modulus.drop { $0 == 0 })))
                key.member("e", Base64URL.encode(Array(exponent.drop { $0 == 0 })))
            case .p256(let x, let y), .p384(let x, let y):
                key.member("kty", "EC")
                key.member("crv", components.kind == .p256 ? "P-256" : "P-384")
                key.member("x", Base64URL.encode(x))
                key.member("y", Base64URL.encode(y))
            case .ed25519(let bytes):
                key.member("kty", "OKP")
                key.member("crv", "Ed25519")
                key.member("x", Base64URL.encode(bytes))
            }
            key.member("use", "sig")
            key.member("alg", algorithm.rawValue)
            key.member("kid", ifPresent: keyID)
        }
    }
}

extension JSONWebKey {
    /// The public numbers of an asymmetric key.
    func publicComponents() throws(JOSEError) -> PublicKeyComponents {
        switch algorithm {
        case .hs256: throw .unsupportedKey
        case .rs256: .rsa(modulus: try bytes("n"), exponent: try bytes("e"))
        case .es256: .p256(x: try bytes("x"), y: try bytes("y"))
        case .edDSA: .ed25519(try bytes("x"))
        }
    }

    /// The public key of an asymmetric key.
    func publicKey() throws(JOSEError) -> PublicKey {
        let components = try publicComponents()
        do { return try PublicKey(components) } catch { throw JOSEError(error) }
    }
}

extension JOSEError {
    /// The error for a key that OpenSSLCrypto refused.
    init(_ error: CryptoError) {
        self = error == .unsupportedKeySize ? .unsupportedKey : .invalidKey
    }
}

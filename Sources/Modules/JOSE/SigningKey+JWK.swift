package import JSON
internal import OpenSSLCrypto

extension SigningKey {
    /// A key from a JSON Web Key with its private members.
    ///
    /// Algorithm and `use` are as for `VerificationKey`; `key_ops` must be absent or contain `sign`.
    ///
    /// - Throws: as `VerificationKey` does, and `invalidKey` when private and public members contradict each other.
    package init(jwk json: JSONValue, algorithm: JWSAlgorithm? = nil) throws(JOSEError) {
        let jwk = try JSONWebKey(json, for: .sign, algorithm: algorithm)
        let components: PrivateKeyComponents
        switch jwk.algorithm {
        case .hs256:
            try self.init(hs256Secret: jwk.bytes("k"), keyID: jwk.keyID)
            return
        case .rs256:
            // More than two primes (RFC 7518 section 6.3.2.7) are not supported.
            guard json["oth"] == nil else { throw .unsupportedKey }
            components = .rsa(
                RSAPrivateNumbers(
                    n: try jwk.bytes("n"), e: try jwk.bytes("e"), d: try jwk.bytes("d"), p: try jwk.bytes("p"),
                    q: try jwk.bytes("q"), dp: try jwk.bytes("dp"), dq: try jwk.bytes("dq"), qi: try jwk.bytes("qi")))
        case .es256: components = .p256(scalar: try jwk.bytes("d"))
        case .edDSA: components = .ed25519(seed: try jwk.bytes("d"))
        }
        let key: PrivateKey
        do { key = try PrivateKey(components) } catch { throw JOSEError(error) }
        guard try jwk.publicComponents() == key.publicKey.components else { throw .invalidKey }
        try self.init(key, keyID: jwk.keyID)
    }
}

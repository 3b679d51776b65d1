package import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import Primitives

/// A key that signs tokens with one algorithm, fixed when the key is made. The functions sign with HS256 alone.
package struct SigningKey: Sendable {
    /// The key that verifies what this one signs, with the same identifier.
    package let verificationKey: VerificationKey
    private let sign: @Sendable (_ signingInput: [UInt8]) -> [UInt8]?

    /// A key for HS256.
    ///
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(hs256Secret secret: [UInt8], keyID: String? = nil) throws(JOSEError) {
        verificationKey = try VerificationKey(hs256Secret: secret, keyID: keyID)
        sign = { HMACSHA256.authenticationCode(for: $0, key: secret) }
    }

    /// A key for the algorithm of a private key: RS256 for RSA, ES256 for P-256, EdDSA for Ed25519.
    ///
    /// - Throws: `unsupportedKey` for a kind of key that no algorithm accepted here uses.
    package init(_ privateKey: PrivateKey, keyID: String? = nil) throws(JOSEError) {
        verificationKey = try VerificationKey(privateKey.publicKey, keyID: keyID)
        sign = { try? privateKey.signature(of: $0, ecdsa: .raw) }
    }

    /// The algorithm the key signs with.
    package var algorithm: JWSAlgorithm { verificationKey.algorithm }

    /// The identifier written to the header's `kid`; nil to leave `kid` out.
    package var keyID: String? { verificationKey.keyID }

    fileprivate func signature(of signingInput: [UInt8]) throws(JOSEError) -> [UInt8] {
        guard let signature = sign(signingInput) else { throw .signingFailed }
        return signature
    }
}

extension CompactJWS {
    /// Signs a payload with any algorithm, under a header with the members `alg`, `typ` and `kid`, in this order.
    ///
    /// - Parameter type: the header's `typ`; nil to leave it out.
    package static func sign(_ payload: [UInt8], type: String?, key: SigningKey) throws(JOSEError) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", key.algorithm.rawValue)
            header.member("typ", ifPresent: type)
            header.member("kid", ifPresent: key.keyID)
        }
        return try sign(payload, headerBytes: header, key: key)
    }

    /// Signs a payload under a header given as bytes, whose `alg` may be another than the key's.
    package static func sign(_ payload: [UInt8], headerBytes: [UInt8], key: SigningKey) throws(JOSEError) -> String {
        let input = Base64URL.encode(headerBytes) + "." + Base64URL.encode(payload)
        return input + "." + Base64URL.encode(try key.signature(of: Array(input.utf8)))
    }
}

extension VerificationKey {
    /// The key as a JSON Web Key (RFC 7517 section 4) with `use`, `alg` and, if it has one, `kid`; nil for HS256, whose
    /// key is a secret.
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

extension JSONWebKeySet {
    /// The JSON text of a set with the public keys among those given.
    package static func text(publishing keys: [VerificationKey]) -> [UInt8] {
        JSONWriter.object { $0.member("keys", raw: JSONWriter.array(keys.compactMap(\.publicJWK))) }
    }
}

import JOSE
import JSON
import OpenSSLCrypto
import Primitives
import TestKeys
import Testing

/// Keys and tokens that several suites use.
enum JOSEFixture {
    static let secret = Array("a secret of exactly 32 bytes ...".utf8)
    static let otherSecret = Array("another secret, of 36 bytes in total".utf8)

    /// The kinds of asymmetric keys that an algorithm accepted for tokens uses.
    static let keyKinds: [KeyKind] = [.rsa, .p256, .ed25519]

    static var key: SigningKey { get throws { try SigningKey(hs256Secret: secret) } }

    /// A token of the fixture key with a header given as text.
    static func token(header: String, payload: String = "{}", key: SigningKey? = nil) throws -> String {
        try token(headerBytes: Array(header.utf8), payload: payload, key: key)
    }

    static func token(headerBytes: [UInt8], payload: String = "{}", key: SigningKey? = nil) throws -> String {
        try CompactJWS.sign(Array(payload.utf8), headerBytes: headerBytes, key: key ?? Self.key)
    }

    static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    /// The claims of a token with the given payload.
    static func claims(_ payload: String) throws -> Claims {
        let token = try token(header: #"{"alg":"HS256"}"#, payload: payload)
        return try Claims(CompactJWS.verify(token, keys: [key.verificationKey]))
    }
}

extension SigningKey {
    /// A key from a JSON Web Key with its private members, as RFCs print them with their examples (RFC 7518 section 6,
    /// RFC 8037 section 2).
    init(privateJWK json: JSONValue) throws {
        func bytes(_ name: String) throws -> [UInt8] {
            try #require(json[name]?.string.flatMap { Base64URL.decode($0) }, "\(name)")
        }
        let keyID = json["kid"]?.string
        let components: PrivateKeyComponents
        switch try #require(json["kty"]?.string) {
        case "oct":
            try self.init(hs256Secret: bytes("k"), keyID: keyID)
            return
        case "RSA":
            components = .rsa(
                RSAPrivateNumbers(
                    n: try bytes("n"), e: try bytes("e"), d: try bytes("d"), p: try bytes("p"), q: try bytes("q"),
                    dp: try bytes("dp"), dq: try bytes("dq"), qi: try bytes("qi")))
        case "EC": components = .p256(scalar: try bytes("d"))
        default: components = .ed25519(seed: try bytes("d"))
        }
        try self.init(PrivateKey(components), keyID: keyID)
        // The public members printed are those of this key.
        let published = try #require(try verificationKey.publicJWK.map { try JSONValue(parsing: $0) })
        for name in ["n", "e", "crv", "x", "y"] { #expect(published[name]?.string == json[name]?.string) }
    }
}

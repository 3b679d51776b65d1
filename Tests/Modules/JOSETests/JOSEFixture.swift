import JOSE
import JSON
import OpenSSLCrypto

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

private import JOSE
private import OpenSSLCrypto
private import Primitives

/// Names an email address inside a token without showing it: the authenticator, which shares the key, enrols first only
/// the address whose digest the token holds.
package enum EmailDigest {
    /// base64url(HMAC-SHA256(key, "email" ‖ the address with its ASCII letters in lower case)).
    package static func of(_ email: String, key: [UInt8]) -> String {
        let text = Array("email".utf8) + EmailAddress.folded(email)
        return Base64URL.encode(HMACSHA256.authenticationCode(for: text, key: key))
    }

    /// The digest of a user without an address: the same shape, and the digest of nothing anyone could enrol.
    package static func ofNoAddress(subject: String, key: [UInt8]) -> String {
        Base64URL.encode(HMACSHA256.authenticationCode(for: Array("no-email\(subject)".utf8), key: key))
    }
}

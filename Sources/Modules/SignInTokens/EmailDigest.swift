private import JOSE
private import OpenSSLCrypto
private import Primitives

/// Identifies an email address in a token without revealing it. The authenticator shares the key; as a user's first
/// address, it enrols only the one whose digest is in the token.
package enum EmailDigest {
    /// base64url(HMAC-SHA256(key, "email" ‖ the address with its ASCII letters in lower case)).
    package static func of(_ email: String, key: [UInt8]) -> String {
        let text = Array("email".utf8) + EmailAddress.folded(email)
        return Base64URL.encode(HMACSHA256.authenticationCode(for: text, key: key))
    }

    /// The digest for a user without an address. It has the same form, and no address that anyone could enrol has it.
    package static func ofNoAddress(subject: String, key: [UInt8]) -> String {
        Base64URL.encode(HMACSHA256.authenticationCode(for: Array("no-email\(subject)".utf8), key: key))
    }
}

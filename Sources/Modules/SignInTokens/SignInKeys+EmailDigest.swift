private import OpenSSLCrypto
private import Primitives

extension SignInKeys {
    /// Identifies an address in a result token, which the app sees, without naming it: base64url(HMAC-SHA256(digest
    /// key, the address with its ASCII letters in lower case)).
    package func emailDigest(of address: String) -> String { Self.digest(of: address, current) }

    /// Whether a digest is that of an address, under any of the keys.
    package func isEmailDigest(_ digest: String, of address: String) -> Bool {
        all.contains { constantTimeEqual(Array(Self.digest(of: address, $0).utf8), Array(digest.utf8)) }
    }

    private static func digest(of address: String, _ keys: DerivedKeys) -> String {
        Base64URL.encode(HMACSHA256.authenticationCode(for: EmailAddress.folded(address), key: keys.digestKey))
    }
}

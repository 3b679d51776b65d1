package import JOSE
private import OpenSSLCrypto
private import Primitives
package import TestKeys

/// The keys of `signed` mode, derived from a `TOKEN_SIGNING_KEY` as docs/tokens.md says. The functions derive theirs
/// with code of their own, so a replay also checks that the page is right.
package struct DocumentedKeys: Sendable {
    private let signingKey: [UInt8]

    /// The keys that follow from the bytes of the variable.
    package init(_ signingKey: [UInt8]) { self.signingKey = signingKey }

    /// The `kid` of both kinds of tokens.
    package var keyID: String { Base64URL.encode(derived("cognito-passkeys key id", length: 8)) }

    /// Seals challenge tokens.
    package var challengeKey: ContentEncryptionKey {
        get throws { try ContentEncryptionKey(derived("cognito-passkeys challenge token"), keyID: keyID) }
    }

    /// Signs result tokens.
    package var resultKey: SigningKey {
        get throws { try SigningKey(hs256Secret: derived("cognito-passkeys result token"), keyID: keyID) }
    }

    /// Seals the challenges of passkeys.
    var sealingSecret: [UInt8] { derived("cognito-passkeys sealed contents") }

    /// The digest of an address in a result token.
    package func emailDigest(of email: String) -> String {
        let key = derived("cognito-passkeys email digest")
        return Base64URL.encode(HMACSHA256.authenticationCode(for: Array(email.lowercased().utf8), key: key))
    }

    private func derived(_ label: String, length: Int = 32) -> [UInt8] {
        let key = HMACSHA256.authenticationCode(for: signingKey, key: [UInt8](repeating: 0, count: 32))
        // One block of HKDF's expansion is enough for 32 bytes.
        return Array(HMACSHA256.authenticationCode(for: Array(label.utf8) + [1], key: key).prefix(length))
    }
}

private import Addresses
package import JOSE
private import OpenSSLCrypto
private import Primitives

/// The keys of `signed` mode, all derived from `TOKEN_SIGNING_KEY` by HKDF with SHA-256 (RFC 5869) without a salt,
/// under a label each. The previous key may stand beside the current one while it is being replaced.
package struct SignInKeys: Sendable {
    let current: DerivedKeys
    let previous: DerivedKeys?

    /// The keys that follow from these bytes.
    ///
    /// - Parameters:
    ///   - current: seals and signs; opens and verifies.
    ///   - previous: opens and verifies.
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(current: [UInt8], previous: [UInt8]? = nil) throws(JOSEError) {
        self.current = try DerivedKeys(current)
        self.previous = try previous.map { (key) throws(JOSEError) in try DerivedKeys(key) }
    }

    /// The identifier of the current key, the `kid` of the tokens made with it: base64url of eight derived bytes.
    package var keyID: String { current.keyID }

    /// The secrets that seal what travels through apps to the authenticator or to Verify: the current one, then the
    /// previous one.
    package var sealingSecrets: [[UInt8]] { all.map(\.sealingSecret) }

    var all: [DerivedKeys] { [current] + (previous.map { [$0] } ?? []) }
}

extension SignInKeys {
    /// Identifies an address in a result token, which the app sees, without naming it: base64url(HMAC-SHA256(digest
    /// key, the address with an encoded domain and its ASCII letters in lower case)).
    package func emailDigest(of address: String) -> String { Self.digest(of: EmailAddress.folded(address), current) }

    /// Whether a digest is that of an address, under any of the keys. An authenticator that encodes no domains may have
    /// made it of the address as the challenge token names it.
    package func isEmailDigest(_ digest: String, of address: String) -> Bool {
        [EmailAddress.folded(address), address.utf8.map(\.asciiLowercased)].contains { form in
            all.contains { constantTimeEqual(Array(Self.digest(of: form, $0).utf8), Array(digest.utf8)) }
        }
    }

    private static func digest(of address: [UInt8], _ keys: DerivedKeys) -> String {
        Base64URL.encode(HMACSHA256.authenticationCode(for: address, key: keys.digestKey))
    }
}

extension SignInKeys {
    /// The subject that stands in for a user whom Cognito does not know. It has the length of a `sub`, and is the same
    /// whenever a name is typed, so that an authenticator can count what is done in that name.
    ///
    /// It must stay inside sealed tokens and encrypted sessions: outside them, it is told from a `sub` by its form.
    package func subject(ofUnknownUser name: String) -> String {
        let code = HMACSHA256.authenticationCode(for: Array(name.lowercased().utf8), key: current.unknownUserKey)
        return UUIDText.version4(Array(code.prefix(16)))
    }
}

/// What follows from one `TOKEN_SIGNING_KEY`. None of it tells anything about the others, or about the key itself.
struct DerivedKeys: Sendable {
    /// The `kid` of both kinds of tokens.
    let keyID: String
    /// Seals challenge tokens.
    let challengeKey: ContentEncryptionKey
    /// Signs and verifies result tokens.
    let resultKey: VerificationKey
    /// Seals the challenges of passkeys.
    let sealingSecret: [UInt8]
    /// For digests of addresses.
    let digestKey: [UInt8]
    /// For the subjects of users whom Cognito does not know.
    let unknownUserKey: [UInt8]

    /// In bytes.
    private static let minimumLength = 32

    init(_ key: [UInt8]) throws(JOSEError) {
        guard key.count >= Self.minimumLength else { throw .secretTooShort }
        func derived(_ label: String, length: Int = HKDFSHA256.hashLength) -> [UInt8] {
            HKDFSHA256.derive(key, info: "cognito-passkeys \(label)", length: length)
        }
        keyID = Base64URL.encode(derived("key id", length: 8))
        challengeKey = try ContentEncryptionKey(derived("challenge token"), keyID: keyID)
        resultKey = try VerificationKey(hs256Secret: derived("result token"), keyID: keyID)
        sealingSecret = derived("sealed contents")
        digestKey = derived("email digest")
        unknownUserKey = derived("unknown user")
    }
}

package import OpenSSLCrypto
internal import Primitives

/// Seals what travels through an app and comes back, so that the service need not remember it.
///
/// Each text gets its own key, derived from the pool's key and 16 random bytes. Under one key, random nonces would be
/// safe only for 2^32 texts (NIST SP 800-38D section 8.3), and anybody can cause texts.
///
/// Contents are padded, so that a text's length tells at most how many passkeys its options list.
package struct Sealer: Sendable {
    /// The purpose of a text, which cannot be opened for another.
    package enum Purpose: String {
        /// The challenge of a ceremony.
        case ceremony
        /// An action that an app has started before its user is known.
        case startedAction
    }

    /// A sealed text.
    package struct Sealed {
        /// The text in base64url: the seed, then the encrypted contents.
        package let text: String
        /// Identifies the text; not a secret.
        let seed: [UInt8]
        /// 32 unpredictable bytes of this text.
        package let challenge: [UInt8]
    }

    private static let seedLength = 16
    /// Longer than the contents of a ceremony that lists no passkeys.
    private static let paddedLength = 512
    /// The current secret, then the previous one.
    private let secrets: [[UInt8]]

    /// A sealer.
    /// - Parameter secrets: the current secret, then the previous one.
    package init(secrets: [[UInt8]]) { self.secrets = secrets }

    /// Seals contents.
    /// - Parameter contents: JSON, which is padded with spaces.
    /// - Throws: `CryptoError` if there are no random bytes.
    package func seal(_ contents: [UInt8], for purpose: Purpose) throws(CryptoError) -> Sealed {
        let seed = try SecureRandom.bytes(Self.seedLength)
        let keys = Self.keys(secrets[0], seed: seed, purpose)
        let padding = (Self.paddedLength - contents.count % Self.paddedLength) % Self.paddedLength
        let padded = contents + [UInt8](repeating: UInt8(ascii: " "), count: padding)
        let encrypted = try AES256GCM.seal(padded, key: keys.content)
        return Sealed(text: Base64URL.encode(seed + encrypted), seed: seed, challenge: keys.challenge)
    }

    /// The contents of a text that was sealed for this purpose; nil for everything else.
    package func open(_ text: String, for purpose: Purpose) -> (contents: [UInt8], sealed: Sealed)? {
        guard let bytes = Base64URL.decode(text) else { return nil }
        let seed = Array(bytes.prefix(Self.seedLength))
        for secret in secrets {
            let keys = Self.keys(secret, seed: seed, purpose)
            if let contents = try? AES256GCM.open(Array(bytes.dropFirst(Self.seedLength)), key: keys.content) {
                return (contents, Sealed(text: text, seed: seed, challenge: keys.challenge))
            }
        }
        return nil
    }

    private static func keys(
        _ secret: [UInt8], seed: [UInt8], _ purpose: Purpose
    ) -> (content: [UInt8], challenge: [UInt8]) {
        let key = HKDFSHA256.extract(secret, salt: seed)
        func derive(_ part: String) -> [UInt8] {
            HKDFSHA256.expand(key, info: Array("cognito-passkeys \(purpose.rawValue) \(part)".utf8), length: 32)
        }
        return (derive("content"), derive("challenge"))
    }
}

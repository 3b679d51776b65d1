private import JOSE
private import OpenSSLCrypto

/// The keys of `signed` mode, all derived from `TOKEN_SIGNING_KEY` by HKDF with SHA-256 (RFC 5869) without a salt,
/// under a label each. The previous key may stand beside the current one while it is being replaced.
package struct SignInKeys: Sendable {
    /// The shortest key accepted, in bytes.
    package static let minimumLength = 32

    let current: DerivedKeys
    let previous: DerivedKeys?

    /// The keys that follow from these bytes.
    ///
    /// - Parameters:
    ///   - current: seals and signs; opens and verifies.
    ///   - previous: opens and verifies.
    /// - Throws: `SignInKeysError`.
    package init(current: [UInt8], previous: [UInt8]? = nil) throws(SignInKeysError) {
        guard current.count >= Self.minimumLength else { throw .currentTooShort }
        self.current = try DerivedKeys(current)
        guard let previous else {
            self.previous = nil
            return
        }
        guard previous.count >= Self.minimumLength else { throw .previousTooShort }
        self.previous = try DerivedKeys(previous)
    }

    /// The identifier of the current key, the `kid` of the tokens made with it: base64url of eight derived bytes.
    package var keyID: String { current.keyID }

    var all: [DerivedKeys] { [current] + (previous.map { [$0] } ?? []) }
}

/// Why there are no keys.
package enum SignInKeysError: Error, Equatable, Sendable {
    /// The current key has fewer than 32 bytes.
    case currentTooShort
    /// The previous key has fewer than 32 bytes.
    case previousTooShort
    /// No key could be made of the derived bytes.
    case notDerived
}

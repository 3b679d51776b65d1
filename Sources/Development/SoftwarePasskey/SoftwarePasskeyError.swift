package import OpenSSLCrypto

/// Why a passkey in software is not made or does not sign.
package enum SoftwarePasskeyError: Error, Equatable, Sendable {
    /// The named member of the options is absent or has a wrong type.
    case invalidOptions(String)
    /// The relying party's id is not the origin's own domain or one above it.
    case wrongDomain
    /// None of the algorithms asked for can be had.
    case noSupportedAlgorithm
    /// One of the credentials that must not be there is (the browser's `InvalidStateError`).
    case credentialExcluded
    /// There is no passkey to sign with (the browser's `NotAllowedError`, which a person who cancels sees too).
    case noCredential
    /// OpenSSL failed.
    case crypto(CryptoError)
}

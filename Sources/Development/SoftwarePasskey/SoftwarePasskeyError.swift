package import OpenSSLCrypto

/// Why a software passkey is not created or does not sign.
package enum SoftwarePasskeyError: Error, Equatable, Sendable {
    /// The named member of the options is absent or has a wrong type.
    case invalidOptions(String)
    /// The relying party's id is neither the origin's domain nor a parent domain.
    case wrongDomain
    /// The device supports none of the requested algorithms.
    case noSupportedAlgorithm
    /// The device already has one of the excluded credentials (the browser's `InvalidStateError`).
    case credentialExcluded
    /// The options require user verification, and the person is not asked (the browser's `ConstraintError`).
    case verificationUnavailable
    /// There is no passkey to sign with (the browser's `NotAllowedError`, which it also reports if the person cancels).
    case noCredential
    /// OpenSSL failed.
    case crypto(CryptoError)
}

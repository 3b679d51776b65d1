/// Why a cryptographic operation could not be carried out. A signature that is wrong is not an error but `false`.
package enum CryptoError: Error, Equatable, Sendable {
    /// The kernel gave no random bytes.
    case randomUnavailable
    /// The parts of a key have a wrong length, stand for no key, or contradict each other.
    case invalidKey
    /// The key is of the right kind but of a size that is not accepted.
    case unsupportedKeySize
    /// A key cannot be used with the signature scheme asked for.
    case wrongKeyKind
    /// Bytes are no X.509 certificate, or one whose extensions contradict the rules for them.
    case invalidCertificate
    /// OpenSSL refused an operation that should succeed.
    case operationFailed
}

private import COpenSSL

/// Why a cryptographic operation failed. A wrong signature is not an error: verifying it gives `false`.
package enum CryptoError: Error, Equatable, Sendable {
    /// The kernel gave no random bytes.
    case randomUnavailable
    /// The parts of a key have a wrong length, do not make a key, or contradict each other.
    case invalidKey
    /// The key is of the right kind but of a size that is not accepted.
    case unsupportedKeySize
    /// The bytes are not an X.509 certificate, or its extensions break the rules for them.
    case invalidCertificate
    /// OpenSSL refused an operation that should succeed.
    case operationFailed
}

/// Runs calls into OpenSSL and then empties its error queue, even if they failed. The next TLS connection on the thread
/// would take an entry left behind for a failure of its own.
package func drainingErrors<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { ERR_clear_error() }
    return try body()
}

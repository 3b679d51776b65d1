private import COpenSSL

/// Runs calls into OpenSSL and then empties its error queue, even if they failed. The next TLS connection on the thread
/// would take an entry left behind for a failure of its own.
package func drainingErrors<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { ERR_clear_error() }
    return try body()
}

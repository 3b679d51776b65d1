private import COpenSSL

/// Runs calls into OpenSSL and empties its error queue after them, whatever happened: an entry left behind would be
/// taken for a failure of the next TLS connection on the thread.
package func drainingErrors<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { ERR_clear_error() }
    return try body()
}

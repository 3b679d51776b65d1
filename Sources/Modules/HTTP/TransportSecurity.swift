/// What a transport needs beyond plain HTTP: TLS and signed requests.
///
/// The Runtime API needs neither, so a function that makes no outbound call can be linked without either. The module
/// `HTTPS` has the implementation.
package protocol TransportSecurity {
    /// Sets the options that hold for every request of a handle.
    /// - Throws: `HTTPError.invalidRequest` when libcurl lacks one of them.
    func prepare(_ handle: borrowing CurlHandle) throws(HTTPError)

    /// Has libcurl sign the next request.
    /// - Parameter signature: nil for a request that is not signed.
    /// - Throws: `HTTPError.invalidRequest` when libcurl cannot sign.
    func sign(_ handle: borrowing CurlHandle, with signature: AWSSignature?) throws(HTTPError)

    /// Has the handle trust every certificate authority from now on, if it has only looked for those that a server's
    /// certificate names. The server has been refused, so nothing has been sent to it.
    /// - Returns: whether the request may be sent once more.
    /// - Throws: `HTTPError.invalidRequest` when libcurl refuses an option.
    func loadAllAuthorities(_ handle: borrowing CurlHandle) throws(HTTPError) -> Bool
}

private import CCurl
internal import HTTP

/// TLS with verified certificates, and AWS Signature Version 4, as libcurl provides them.
final class TLSAndSignatures: TransportSecurity {
    /// The file of authorities, if the handle decodes only those that servers' certificates name. libcurl then knows no
    /// file: it would decode all of them for the first connection.
    private var fileInReserve: String?

    func prepare(_ handle: borrowing CurlHandle) throws(HTTPError) {
        try handle.allowHTTPS()
        // libcurl would otherwise take the least version from the configuration of the machine.
        try handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        guard let file = CertificateAuthorities.file() else { return }
        if unsafe handle.setTLSContextCallback(CertificateAuthorities.callback) {
            handle.clear(CURLOPT_CAINFO)
            handle.clear(CURLOPT_CAPATH)
            fileInReserve = file
        } else {
            try handle.set(CURLOPT_CAINFO, file)
        }
    }

    func loadAllAuthorities(_ handle: borrowing CurlHandle) throws(HTTPError) -> Bool {
        guard let file = fileInReserve else { return false }
        fileInReserve = nil
        unsafe _ = handle.setTLSContextCallback(nil)
        try handle.set(CURLOPT_CAINFO, file)
        return true
    }

    func sign(_ handle: borrowing CurlHandle, with signature: AWSSignature?) throws(HTTPError) {
        guard let signature else {
            handle.clear(CURLOPT_AWS_SIGV4)
            handle.clear(CURLOPT_USERNAME)
            handle.clear(CURLOPT_PASSWORD)
            return
        }
        try handle.set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)")
        try handle.set(CURLOPT_USERNAME, signature.accessKeyID)
        try handle.set(CURLOPT_PASSWORD, signature.secretAccessKey)
    }
}

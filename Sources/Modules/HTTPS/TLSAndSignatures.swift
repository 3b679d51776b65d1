private import CCurl
internal import HTTP

/// TLS with verified certificates, and AWS Signature Version 4, as libcurl provides them.
struct TLSAndSignatures: TransportSecurity {
    func prepare(_ handle: borrowing CurlHandle) throws(HTTPError) {
        try handle.allowHTTPS()
        // libcurl would otherwise take the least version from the configuration of the machine.
        try handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let file = CertificateAuthorities.file() { try handle.set(CURLOPT_CAINFO, file) }
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

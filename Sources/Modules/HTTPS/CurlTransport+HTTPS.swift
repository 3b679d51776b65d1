package import HTTP

extension CurlTransport {
    /// A transport for outbound calls: TLS with certificates always verified, and AWS Signature Version 4.
    /// - Throws: `HTTPError.invalidRequest` when libcurl refuses to start or lacks an option this product relies on.
    package static func https() throws(HTTPError) -> CurlTransport { try CurlTransport(TLSAndSignatures()) }
}

internal import CCurl
private import CLibrary
private import OpenSSLCrypto

/// The trusted certificate authorities, in a file of the machine: a static binary brings none of its own.
enum CertificateAuthorities {
    /// All handles of the process share one store. The file is read when the first of them connects, and a changed file
    /// only by new processes.
    private static let store = file().flatMap { TrustStore(file: $0) }

    /// Gives a TLS context of libcurl the store. An error means that there is none, because only OpenSSL itself can read
    /// the file.
    static let callback: curl_ssl_ctx_callback = { _, context, _ in
        guard let context = unsafe context, let store else { return CURLE_SSL_CACERT_BADFILE }
        unsafe store.install(in: context)
        return CURLE_OK
    }

    /// `SSL_CERT_FILE` first, then where Amazon Linux 2 and 2023, Fedora, Debian and macOS keep theirs.
    static func file() -> String? {
        if let named = unsafe getenv("SSL_CERT_FILE") {
            let path = unsafe String(cString: named)
            if !path.isEmpty { return path }
        }
        return [
            "/etc/pki/tls/certs/ca-bundle.crt",
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
            "/etc/ssl/certs/ca-certificates.crt",
            "/etc/ssl/cert.pem",
        ].first { unsafe access($0, R_OK) == 0 }
    }
}

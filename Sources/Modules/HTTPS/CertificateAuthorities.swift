private import CLibrary

/// Finds the file of trusted certificate authorities: a static binary brings none of its own.
enum CertificateAuthorities {
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

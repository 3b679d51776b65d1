internal import COpenSSL

extension Certificate {
    /// Whether a chain leads from its first certificate to one of the given roots at the given time. Every signature,
    /// validity period and authority on the way must be valid (RFC 5280 section 6).
    ///
    /// A root is trusted because the caller gives it: it need not be self-signed, and it may be the first certificate
    /// itself.
    ///
    /// - Parameters:
    ///   - chain: the certificate to be trusted, then those that may stand between it and a root.
    ///   - time: seconds since 1970.
    package static func isTrusted(_ chain: [Certificate], roots: [Certificate], at time: Int64) -> Bool {
        // One root at a time, because OpenSSL tries only the first of several roots with the same name.
        roots.contains { isTrusted(chain, root: $0, at: time) }
    }

    private static func isTrusted(_ chain: [Certificate], root: Certificate, at time: Int64) -> Bool {
        guard let leaf = chain.first else { return false }
        return drainingErrors {
            // OpenSSL holds pointers into these.
            defer { withExtendedLifetime((chain, root)) {} }
            guard let store = unsafe X509_STORE_new() else { return false }
            defer { unsafe X509_STORE_free(store) }
            guard unsafe X509_STORE_add_cert(store, root.handle.pointer) == 1 else { return false }
            guard let between = unsafe OPENSSL_sk_new_null() else { return false }
            // The stack does not own the certificates.
            defer { unsafe OPENSSL_sk_free(between) }
            for certificate in chain.dropFirst() {
                let pointer = unsafe UnsafeRawPointer(certificate.handle.pointer)
                guard unsafe OPENSSL_sk_push(between, pointer) > 0 else { return false }
            }
            guard let context = unsafe X509_STORE_CTX_new() else { return false }
            defer { unsafe X509_STORE_CTX_free(context) }
            guard unsafe X509_STORE_CTX_init(context, store, leaf.handle.pointer, between) == 1,
                let parameters = unsafe X509_STORE_CTX_get0_param(context),
                unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1
            else { return false }
            unsafe X509_VERIFY_PARAM_set_time(parameters, Int(time))
            return unsafe X509_verify_cert(context) == 1
        }
    }
}

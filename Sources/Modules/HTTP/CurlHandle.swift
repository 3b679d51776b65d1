package import CCurl

/// Owns one libcurl easy handle, which keeps its connections open between requests.
@safe
package struct CurlHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { unsafe curl_easy_cleanup(pointer) }

    /// Sets an option that takes a number.
    /// - Throws: `HTTPError.invalidRequest` when libcurl does not know the option or refuses the value.
    package borrowing func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try Self.check(unsafe ccurl_set_long(pointer, option, value))
    }

    /// Sets an option that takes a string, which libcurl copies.
    /// - Throws: `HTTPError.invalidRequest` when libcurl does not know the option or refuses the value.
    package borrowing func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try Self.check(unsafe ccurl_set_string(pointer, option, value))
    }

    /// Clears an option that takes a string. A libcurl without the option has nothing to clear.
    package borrowing func clear(_ option: CURLoption) {
        unsafe _ = ccurl_set_string(pointer, option, nil)
    }

    /// Has libcurl call a function with each new TLS context, before it connects; nil for none.
    /// - Returns: false if the TLS contexts are not those of OpenSSL. Then nothing is set.
    package borrowing func setTLSContextCallback(_ callback: curl_ssl_ctx_callback?) -> Bool {
        guard ccurl_uses_openssl() != 0 else { return false }
        return unsafe ccurl_set_context_callback(pointer, callback) == CURLE_OK
    }

    /// Lets the handle use `https` as well as `http`.
    package borrowing func allowHTTPS() throws(HTTPError) {
        try Self.check(unsafe ccurl_allow_http_and_https(pointer))
    }

    /// Turns libcurl's refusal of an option into an error.
    static func check(_ code: CURLcode) throws(HTTPError) {
        guard code == CURLE_OK else {
            throw .invalidRequest(unsafe String(cString: curl_easy_strerror(code)))
        }
    }
}

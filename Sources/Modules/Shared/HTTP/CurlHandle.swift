package import CCurl
private import Primitives

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

/// Owns one libcurl header list.
@safe
struct CurlHeaderList: ~Copyable {
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?
    /// The line at hand, so that a list needs one buffer.
    private var line: [UInt8] = []

    init() {
        unsafe pointer = nil
        line.reserveCapacity(128)
    }

    deinit { unsafe curl_slist_free_all(pointer) }

    /// Adds a header. Without a value, it removes the header of that name that libcurl would send by itself.
    /// - Throws: `HTTPError.invalidRequest` if there is a control character in it.
    mutating func append(_ name: String, _ value: String) throws(HTTPError) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: name.utf8)
        line.append(UInt8(ascii: ":"))
        if !value.isEmpty {
            line.append(UInt8(ascii: " "))
            line.append(contentsOf: value.utf8)
        }
        // A line end inside a value would let the author of the value add headers.
        guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .invalidRequest("control character in a header")
        }
        line.append(0)
        let longer = unsafe line.withUnsafeBytes { line in
            unsafe curl_slist_append(pointer, line.assumingMemoryBound(to: CChar.self).baseAddress)
        }
        guard let longer = unsafe longer else { throw .invalidRequest("out of memory") }
        unsafe pointer = longer
    }
}

/// What a transport needs beyond plain HTTP: TLS.
///
/// The Runtime API needs none, so a function that makes no outbound call can be linked without it. The module `HTTPS`
/// has the implementation.
package protocol TransportSecurity {
    /// Sets the options that hold for every request of a handle.
    /// - Throws: `HTTPError.invalidRequest` when libcurl lacks one of them.
    func prepare(_ handle: borrowing CurlHandle) throws(HTTPError)

    /// Has the handle trust every certificate authority from now on, if it has only looked for those that a server's
    /// certificate names. The server has been refused, so nothing has been sent to it.
    /// - Returns: whether the request may be sent once more.
    /// - Throws: `HTTPError.invalidRequest` when libcurl refuses an option.
    func loadAllAuthorities(_ handle: borrowing CurlHandle) throws(HTTPError) -> Bool
}

/// Tells a handle which URL to ask for.
///
/// libcurl parses a URL that it gets as text for every request, and writes it out again character by character. That is
/// a sixth of the instructions of an event of DefineAuthChallenge. Most requests go to the server of the request
/// before. So libcurl gets the server's URL once, and for each request only the target (RFC 9112 section 3.2).
@safe
struct CurlURL: ~Copyable {
    private let pointer: OpaquePointer
    /// The scheme, host and port that libcurl knows, as they were written; empty if it knows a URL with a path.
    private var origin = ""

    init?() {
        guard let pointer = unsafe curl_url() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { unsafe curl_url_cleanup(pointer) }

    /// Has the handle take its URL from here.
    func attach(to handle: borrowing CurlHandle) throws(HTTPError) {
        let context = unsafe UnsafeMutableRawPointer(pointer)
        try CurlHandle.check(unsafe ccurl_set_pointer(handle.pointer, CURLOPT_CURLU, context))
    }

    /// Sets the URL of the handle's next request.
    /// - Throws: `HTTPError.invalidRequest` when libcurl cannot read it.
    mutating func set(_ url: HTTPURL, on handle: borrowing CurlHandle) throws(HTTPError) {
        guard url.hasTarget else {
            origin = ""
            handle.clear(CURLOPT_REQUEST_TARGET)
            return try parse(url.text, UInt32(CURLU_PATH_AS_IS))
        }
        if origin.utf8.count != url.originLength || !url.text.hasBytePrefix(origin) {
            let server = String(Substring(url.text.utf8.prefix(url.originLength)))
            origin = ""
            try parse(server, 0)
            origin = server
        }
        let code = unsafe url.text.withCString { text in
            unsafe ccurl_set_string(handle.pointer, CURLOPT_REQUEST_TARGET, text + url.originLength)
        }
        try CurlHandle.check(code)
    }

    private borrowing func parse(_ url: String, _ flags: UInt32) throws(HTTPError) {
        guard unsafe curl_url_set(pointer, CURLUPART_URL, url, flags) == CURLUE_OK else {
            throw .invalidRequest(unsafe String(cString: curl_easy_strerror(CURLE_URL_MALFORMAT)))
        }
    }
}

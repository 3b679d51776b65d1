internal import CCurl

/// Tells a handle which URL to ask for.
///
/// libcurl parses a URL that it gets as text for every request, and writes it out again character by character. That is
/// a sixth of the instructions of an event of DefineAuthChallenge. Most requests go to the server of the request
/// before. So libcurl gets the server's URL once, and for each request only the target (RFC 9112 section 3.2).
@safe
struct CurlURL: ~Copyable {
    private let pointer: OpaquePointer
    /// The scheme, host and port that libcurl knows, as they were written; empty if it knows a URL with a path.
    private var origin: [UInt8] = []

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
    /// - Parameter isSigned: whether libcurl signs the request. It then signs the path of the URL, whatever the target.
    /// - Throws: `HTTPError.invalidRequest` when libcurl cannot read it.
    mutating func set(_ url: HTTPURL, isSigned: Bool, on handle: borrowing CurlHandle) throws(HTTPError) {
        guard url.hasTarget, !isSigned else {
            origin = []
            handle.clear(CURLOPT_REQUEST_TARGET)
            return try parse(url.text, isSigned ? 0 : UInt32(CURLU_PATH_AS_IS))
        }
        if origin.count != url.originLength || !url.text.utf8.starts(with: origin) {
            let server = url.text.utf8.prefix(url.originLength)
            origin = []
            try parse(String(Substring(server)), 0)
            origin = Array(server)
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

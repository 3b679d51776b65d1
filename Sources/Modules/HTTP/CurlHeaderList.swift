internal import CCurl

/// Owns one libcurl header list.
@safe
struct CurlHeaderList: ~Copyable {
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?

    init() { unsafe pointer = nil }

    deinit { unsafe curl_slist_free_all(pointer) }

    mutating func append(_ line: String) throws(HTTPError) {
        // A line end inside a value would let the author of the value add headers.
        guard !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            throw .invalidRequest("control character in a header")
        }
        guard let longer = unsafe curl_slist_append(pointer, line) else { throw .invalidRequest("out of memory") }
        unsafe pointer = longer
    }
}

internal import CCurl

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

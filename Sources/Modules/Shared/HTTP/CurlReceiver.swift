private import CCurl

/// Collects what libcurl receives during one request. libcurl's callbacks reach it through a context pointer.
@safe
final class CurlReceiver {
    private(set) var headerLines: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// Whether the empty line after the headers has come: libcurl accepts an answer that is cut off before it as
    /// complete.
    private(set) var isHeadComplete = false
    private var maximumBodyBytes = 0
    let errorText: UnsafeMutablePointer<CChar>

    /// More headers than any server that we call sends.
    private static let maximumHeaderBytes = 64 << 10

    init() {
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit { unsafe errorText.deallocate() }

    /// Prepares for the next answer and keeps no byte of the last.
    func reset(maximumBodyBytes: Int) {
        headerLines.removeAll(keepingCapacity: true)
        body = []
        isTooLarge = false
        isHeadComplete = false
        self.maximumBodyBytes = maximumBodyBytes
        unsafe errorText.pointee = 0
    }

    /// Takes a header line; a status line starts over, so that the lines are those of the final answer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if unsafe line.starts(with: "HTTP/".utf8) {
            headerLines.removeAll(keepingCapacity: true)
            isHeadComplete = false
        }
        if line.count <= 2 { isHeadComplete = true }
        guard headerLines.count + line.count <= Self.maximumHeaderBytes else { return refuse() }
        unsafe headerLines.append(contentsOf: line)
        return true
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= maximumBodyBytes else { return refuse() }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private func refuse() -> Bool {
        isTooLarge = true
        return false
    }

    /// libcurl's own account of what went wrong, or its text for the code.
    func errorText(for code: UInt32) -> String {
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? unsafe String(cString: curl_easy_strerror(CURLcode(code))) : text
    }
}

private import CCurl

/// Sends requests with libcurl over connections that stay open from one request to the next.
///
/// It is not thread-safe, and need not be: a Lambda handles one event at a time. HTTP/1.1 only, no proxy, no redirects.
/// Without a `TransportSecurity` it speaks plain HTTP and refuses every other request.
package final class CurlTransport: HTTPTransport {
    private let handle: CurlHandle
    private var url: CurlURL
    private let receiver = CurlReceiver()
    private let security: (any TransportSecurity)?

    /// Whether libcurl has started: it and the process are prepared once, before the first handle.
    private static let isStarted: Bool = {
        ccurl_use_builtin_name_services()
        ccurl_ignore_broken_pipes()
        return ccurl_global_init() == CURLE_OK
    }()

    /// A transport with no connection yet.
    /// - Parameter security: what adds TLS; nil for plain HTTP.
    /// - Throws: `HTTPError.invalidRequest` when libcurl refuses to start or lacks an option this product relies on.
    package init(_ security: (any TransportSecurity)? = nil) throws(HTTPError) {
        guard Self.isStarted, let handle = CurlHandle(), let url = CurlURL() else {
            throw .invalidRequest("libcurl does not start")
        }
        self.handle = handle
        self.url = url
        self.security = security
        try setUp()
    }

    /// Options that hold for every request.
    private func setUp() throws(HTTPError) {
        let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        try CurlHandle.check(unsafe ccurl_set_pointer(handle.pointer, CURLOPT_ERRORBUFFER, receiver.errorText))
        try CurlHandle.check(unsafe ccurl_set_pointer(handle.pointer, CURLOPT_WRITEDATA, context))
        try CurlHandle.check(unsafe ccurl_set_pointer(handle.pointer, CURLOPT_HEADERDATA, context))
        try CurlHandle.check(
            unsafe ccurl_set_callback(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let receiver = unsafe CurlTransport.receiver(context)
                return unsafe receiver.receiveBody(.init(start: bytes, count: size * count)) ? size * count : 0
            })
        try CurlHandle.check(
            unsafe ccurl_set_callback(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let receiver = unsafe CurlTransport.receiver(context)
                return unsafe receiver.receiveHeader(.init(start: bytes, count: size * count)) ? size * count : 0
            })
        try url.attach(to: handle)
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_PATH_AS_IS, 1)
        // The functions' own libcurl knows no proxies and refuses the option; any other is told to use none.
        unsafe _ = ccurl_set_string(handle.pointer, CURLOPT_PROXY, "")
        try CurlHandle.check(unsafe ccurl_allow_only_http(handle.pointer))
        unsafe ccurl_do_not_wait_for_resolver(handle.pointer)
        try security?.prepare(handle)
    }

    package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let destination = try check(request)
        receiver.reset(maximumBodyBytes: request.maximumResponseBytes)
        var lines = CurlHeaderList()
        for (name, value) in request.headers { try lines.append(name, value) }
        try url.set(destination, on: handle)
        try CurlHandle.check(unsafe ccurl_set_list(handle.pointer, CURLOPT_HTTPHEADER, lines.pointer))
        try setLimits(request.timeout, request.connectTimeout)
        try handle.set(CURLOPT_FRESH_CONNECT, request.usesNewConnection ? 1 : 0)
        var code = try perform(request)
        if try trustsMore(after: code, request) { code = try perform(request) }
        unsafe _ = ccurl_set_list(handle.pointer, CURLOPT_HTTPHEADER, nil)
        guard code == CURLE_OK else { throw error(for: code) }
        guard receiver.isHeadComplete else { throw .connectionLost("the answer ends inside its headers") }
        return HTTPResponse(status: status(), headerLines: receiver.headerLines, body: receiver.body)
    }

    private func setLimits(_ total: Int64?, _ connecting: Int64) throws(HTTPError) {
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(connecting))
        try handle.set(CURLOPT_TIMEOUT_MS, Int(total ?? 0))
    }

    /// Whether a server whose certificate has been refused is asked once more, in the time that is left. The request
    /// has not been sent by then.
    private func trustsMore(after code: CURLcode, _ request: HTTPRequest) throws(HTTPError) -> Bool {
        guard [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE].contains(code), let security else {
            return false
        }
        var used: curl_off_t = 0
        unsafe _ = ccurl_get_microseconds(handle.pointer, CURLINFO_TOTAL_TIME_T, &used)
        guard try security.loadAllAuthorities(handle) else { return false }
        // libcurl takes 0 as no limit at all.
        let left = request.timeout.map { max($0 - Int64(used) / 1_000, 1) }
        receiver.reset(maximumBodyBytes: request.maximumResponseBytes)
        try setLimits(left, min(request.connectTimeout, left ?? request.connectTimeout))
        return true
    }

    private func perform(_ request: HTTPRequest) throws(HTTPError) -> CURLcode {
        switch request.method {
        case .get:
            try handle.set(CURLOPT_HTTPGET, 1)
            return unsafe curl_easy_perform(handle.pointer)
        case .post:
            // CURLOPT_POSTFIELDS copies nothing, so the content must stay in place while libcurl works; unlike a read
            // function it lets libcurl repeat a request whose kept-alive connection turns out to be dead.
            try handle.set(CURLOPT_POST, 1)
            try handle.set(CURLOPT_POSTFIELDSIZE, request.body.count)
            defer { unsafe _ = ccurl_set_pointer(handle.pointer, CURLOPT_POSTFIELDS, nil) }
            return unsafe request.body.withUnsafeBytes { bytes in
                let content = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                unsafe _ = ccurl_set_pointer(handle.pointer, CURLOPT_POSTFIELDS, content)
                return unsafe curl_easy_perform(handle.pointer)
            }
        }
    }

    /// Refuses what this transport cannot do, and no time left, which libcurl takes as no limit at all.
    private func check(_ request: HTTPRequest) throws(HTTPError) -> HTTPURL {
        guard let url = HTTPURL(request.url) else { throw .invalidRequest("no absolute http or https URL") }
        guard security != nil || !url.isEncrypted else { throw .invalidRequest("this transport has no TLS") }
        guard request.timeout ?? 1 > 0, request.connectTimeout > 0 else { throw .timedOut("no time left") }
        return url
    }

    private func status() -> Int {
        var status = 0
        unsafe _ = ccurl_get_long(handle.pointer, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    private func error(for code: CURLcode) -> HTTPError {
        if receiver.isTooLarge { return .responseTooLarge }
        let text = receiver.errorText(for: code.rawValue)
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .cannotConnect(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .untrusted(text)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(text)
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT: .invalidRequest(text)
        default: .connectionLost("\(text) (curl \(code.rawValue))")
        }
    }

    private static func receiver(_ context: UnsafeMutableRawPointer?) -> CurlReceiver {
        guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
        return unsafe Unmanaged<CurlReceiver>.fromOpaque(context).takeUnretainedValue()
    }
}

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
    /// What a status line begins with.
    private static let statusLine = Array("HTTP/".utf8)

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
        if unsafe line.starts(with: Self.statusLine) {
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

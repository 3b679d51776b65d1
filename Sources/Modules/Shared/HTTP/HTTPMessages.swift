private import CLibrary
private import Primitives

/// One HTTP request (RFC 9110), complete with the limits within which its answer must come.
package struct HTTPRequest: Sendable {
    /// The methods this product uses.
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// The request's method.
    package var method: Method
    /// An absolute `http` or `https` URL, percent-encoded.
    package var url: String
    /// Header lines in order; an empty value removes the header of that name that the transport would send itself.
    package var headers: [(name: String, value: String)]
    /// The content of a POST.
    package var body: [UInt8]
    /// The longest time for the whole exchange, name resolution included, in milliseconds; nil waits for ever.
    package var timeout: Int64?
    /// The longest time for resolving, connecting and the TLS handshake, in milliseconds.
    package var connectTimeout: Int64
    /// The largest answer accepted, in bytes.
    package var maximumResponseBytes: Int
    /// Whether the request gets a connection of its own. On a kept-alive connection that dies before the answer,
    /// libcurl sends a request of any method a second time.
    package var usesNewConnection: Bool

    /// A request with the limits of an ordinary outbound call: 3 s in all, 2 s to connect, 1 MiB.
    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timeout: Int64? = 3_000, connectTimeout: Int64 = 2_000, maximumResponseBytes: Int = 1 << 20,
        usesNewConnection: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.maximumResponseBytes = maximumResponseBytes
        self.usesNewConnection = usesNewConnection
    }
}

/// One HTTP answer (RFC 9110).
package struct HTTPResponse: Sendable {
    /// The status code.
    package var status: Int
    /// The content.
    package var body: [UInt8]
    /// The header lines as they came, each with its line end.
    private let headerLines: [UInt8]

    /// An answer with the header lines as they stand on the wire.
    package init(status: Int, headerLines: [UInt8] = [], body: [UInt8] = []) {
        self.status = status
        self.headerLines = headerLines
        self.body = body
    }

    /// The value of the first header of that name, white space around it removed; nil when there is none. Names are
    /// compared without regard to ASCII case.
    package func header(_ name: StaticString) -> String? {
        let found = unsafe headerLines.withUnsafeBufferPointer { lines in
            name.withUTF8Buffer { name in unsafe Self.value(of: name, in: lines) }
        }
        return found.map { String(decoding: headerLines[$0], as: UTF8.self) }
    }

    /// Where the value of the first header of that name stands. Over plain buffers, because every event asks for five.
    private static func value(
        of name: UnsafeBufferPointer<UInt8>, in lines: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        var start = 0
        while start < lines.count {
            var end = unsafe Self.lineEnd(in: lines, from: start)
            let colon = start + name.count
            // Few lines have their colon where this name would have it.
            if colon < end, unsafe lines[colon] == UInt8(ascii: ":"),
                unsafe Self.isSame(UnsafeBufferPointer(rebasing: lines[start..<colon]), name)
            {
                var first = colon + 1
                while first < end, unsafe lines[first].isSpace { first += 1 }
                while first < end, unsafe lines[end - 1].isSpace { end -= 1 }
                return first..<end
            }
            start = end + 1
        }
        return nil
    }
}

extension HTTPResponse {
    /// Whether two names of the same length are equal without regard to ASCII case.
    private static func isSame(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        one.indices.allSatisfy { unsafe one[$0].asciiLowercased == other[$0].asciiLowercased }
    }

    private static func lineEnd(in lines: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = lines.baseAddress else { return 0 }
        let line = unsafe UnsafeRawPointer(base + start)
        guard let end = unsafe memchr(line, 0x0A, lines.count - start) else { return lines.count }
        return unsafe start + line.distance(to: UnsafeRawPointer(end))
    }
}

extension UInt8 {
    /// White space around a header's value, the carriage return of the line end included.
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

/// Why a request got no answer. The texts come from libcurl and are for the log.
package enum HTTPError: Error, Equatable, Sendable {
    /// The URL or an option is not usable.
    case invalidRequest(String)
    /// The host name could not be resolved, or the connection was not accepted: nothing was sent.
    case cannotConnect(String)
    /// The server's certificate or its TLS is not acceptable: nothing was sent.
    case untrusted(String)
    /// A deadline passed; whether anything was sent is not known.
    case timedOut(String)
    /// The connection broke, or the answer is incomplete; whether the server took the request is not known.
    case connectionLost(String)
    /// The answer is larger than the request allows.
    case responseTooLarge
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidRequest(let text): "unusable request: \(text)"
        case .cannotConnect(let text): "cannot connect: \(text)"
        case .untrusted(let text): "TLS refused: \(text)"
        case .timedOut(let text): "timed out: \(text)"
        case .connectionLost(let text): "connection lost: \(text)"
        case .responseTooLarge: "answer too large"
        }
    }
}

/// How this project names itself to the services it calls.
package enum UserAgent {
    /// The header `User-Agent` (RFC 9110 section 10.1.5).
    package static let header = (name: "User-Agent", value: "cognito-passkeys/1")
}

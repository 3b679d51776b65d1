/// The head of a request (RFC 9112 sections 3 and 5).
struct RequestHead {
    /// The request without its body.
    let request: LoopbackRequest
    /// The length of the body that follows, in bytes.
    let contentLength: Int
    /// Whether the client sends no other request on this connection, as the client of HTTP/1.0 that it may be.
    let isLast: Bool

    /// Far more than Lambda accepts, so that a reply that is too large can still be refused with 413.
    private static let maximumBodyBytes = 64 << 20

    /// Reads a head, without the empty line that ends it; nil if it is not that of an HTTP/1.1 or HTTP/1.0 request
    /// whose body has a known length.
    init?(_ bytes: ArraySlice<UInt8>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let name = line[..<colon]
            // A line that continues the one before it begins with a space.
            guard !name.contains(where: Self.isSpace) else { return nil }
            headers.append((String(name), Self.trimmed(line[line.index(after: colon)...])))
        }
        request = LoopbackRequest(method: String(words[0]), target: String(words[1]), headers: headers)
        // A length that is negative or has no end would break whoever reads the body.
        guard request.header("Transfer-Encoding") == nil,
            let length = Int(request.header("Content-Length") ?? "0"), 0...Self.maximumBodyBytes ~= length
        else { return nil }
        contentLength = length
        let options = request.header("Connection")?.lowercased().split(separator: ",").map(Self.trimmed) ?? []
        isLast = words[2] == "HTTP/1.0" || options.contains("close")
    }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { request.header("Expect")?.lowercased() == "100-continue" }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}

/// An answer of a server of this machine.
package struct LoopbackResponse: Sendable {
    /// The status.
    package var status: Int
    /// The header fields, with their names in lower case, except the length of the body.
    package var headers: [String: String]
    /// The body; empty for none.
    package var body: [UInt8]
    /// Whether the connection is to break before the answer is complete.
    package var isCutOff: Bool

    /// A response. A body is JSON unless `contentType` or the headers say otherwise.
    package init(
        _ status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [],
        contentType: String = "application/json", isCutOff: Bool = false
    ) {
        self.status = status
        self.headers = body.isEmpty ? headers : ["content-type": contentType].merging(headers) { $1 }
        self.body = body
        self.isCutOff = isCutOff
    }

    /// The response as it goes over the wire, in one piece: the kernel would hold a second one back until the client
    /// acknowledges the first, which it delays by 40 ms.
    ///
    /// - Parameter isLast: whether it tells the client that the connection is closed after it.
    package func bytes(answering request: LoopbackRequest, isLast: Bool = false) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        // A response that is cut off promises one byte more than ever comes. 204 has no length (RFC 9110 section 8.6).
        if status != 204 { head += "content-length: \(body.count + (isCutOff ? 1 : 0))\r\n" }
        if isLast { head += "connection: close\r\n" }
        return Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : body)
    }
}

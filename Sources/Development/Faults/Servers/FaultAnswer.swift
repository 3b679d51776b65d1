#if os(Linux)
internal import JSON
internal import LoopbackServer

/// The bytes of faulty answers. They quote the whole request, as some services do, so that a function that logs what a
/// service says would log secrets.
struct FaultAnswer {
    let request: LoopbackRequest

    /// The path that a redirecting service names.
    static let elsewhere = "/elsewhere"

    /// An answer with a status and an error in every form that the services use.
    func refusal(_ status: Int, type: String) -> [UInt8] {
        let body = JSONWriter.object { body in
            body.member("__type", "com.amazonaws#\(type)")
            body.member("error", type)
            body.member("errorCode", type)
            body.member("errorDescription", quotation)
            body.member("message", quotation)
            body.member("Message", quotation)
        }
        return Self.whole(status, body)
    }

    /// A page.
    var page: [UInt8] {
        Self.whole(200, Array("<!doctype html><title>Sign in</title><p>\(quotation)".utf8), type: "text/html")
    }

    /// JSON that no service documents.
    var otherJSON: [UInt8] {
        Self.whole(200, JSONWriter.object { body in body.member("quotation", quotation) })
    }

    /// A redirection to another path of the same server.
    func redirection(_ server: String) -> [UInt8] {
        Array("HTTP/1.1 307 \r\nLocation: \(server)\(Self.elsewhere)\r\nContent-Length: 0\r\n\r\n".utf8)
    }

    /// The beginning of an answer that does not end.
    static var endlessHead: [UInt8] {
        Array("HTTP/1.1 200 \r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
            + Array("2\r\n[0\r\n".utf8)
    }

    /// A part of an answer that does not end.
    static let endlessPart =
        Array("10000\r\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16) + Array("\r\n".utf8)

    /// A whole answer.
    static func whole(_ status: Int, _ body: [UInt8], type: String = "application/json") -> [UInt8] {
        head(status, type, "Content-Length: \(body.count)") + body
    }

    /// An answer in one chunk, without the chunk that would end it.
    static func chunkCut(_ answer: LoopbackResponse) -> [UInt8] {
        let size = String(answer.body.count, radix: 16)
        return head(answer.status, answer.headers["content-type"] ?? "", "Transfer-Encoding: chunked")
            + Array("\(size)\r\n".utf8) + answer.body + Array("\r\n".utf8)
    }

    private static func head(_ status: Int, _ type: String, _ length: String) -> [UInt8] {
        Array("HTTP/1.1 \(status) \r\nContent-Type: \(type)\r\n\(length)\r\n\r\n".utf8)
    }

    /// The whole request as text.
    private var quotation: String {
        let headers = request.fields.map { "\($0.key): \($0.value)" }.sorted().joined(separator: " ")
        return "\(request.method) \(request.target) \(headers) \(String(decoding: request.body, as: UTF8.self))"
    }
}
#endif

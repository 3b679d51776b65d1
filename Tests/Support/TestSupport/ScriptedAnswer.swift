/// A `ScriptedServer`'s answer to one request: the bytes it sends, and what it then does with the connection.
package struct ScriptedAnswer: Sendable {
    /// What the server does with the connection after it has sent the bytes.
    package enum Afterwards: Sendable {
        /// It stays open for the next request.
        case keepOpen
        /// It is closed in order (FIN).
        case close
        /// It is torn down (RST).
        case reset
    }

    /// The bytes to send, exactly as they go over the wire.
    package let bytes: [UInt8]
    /// What the server then does with the connection.
    package let afterwards: Afterwards

    /// An answer of any bytes; they need not be HTTP.
    package init(bytes: [UInt8], afterwards: Afterwards = .keepOpen) {
        self.bytes = bytes
        self.afterwards = afterwards
    }

    /// The connection is closed without an answer.
    package static let closed = ScriptedAnswer(bytes: [], afterwards: .close)
    /// The connection is reset without an answer.
    package static let reset = ScriptedAnswer(bytes: [], afterwards: .reset)
    /// No answer comes, and the connection stays open.
    package static let silence = ScriptedAnswer(bytes: [])

    /// A whole answer with `Content-Length`.
    package static func answer(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        afterwards: Afterwards = .keepOpen
    ) -> ScriptedAnswer {
        let length = (name: "Content-Length", value: String(body.count))
        return ScriptedAnswer(bytes: head(status, headers + [length]) + body, afterwards: afterwards)
    }

    /// An answer whose body ends after `sent` of the bytes that `Content-Length` promises; then the connection closes.
    package static func cutShort(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8], sent: Int
    ) -> ScriptedAnswer {
        let length = (name: "Content-Length", value: String(body.count))
        return ScriptedAnswer(bytes: head(status, headers + [length]) + body.prefix(sent), afterwards: .close)
    }

    /// A whole answer in chunks of `size` bytes (RFC 9112 section 7.1).
    package static func chunked(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8], size: Int
    ) -> ScriptedAnswer {
        var bytes = head(status, headers + [(name: "Transfer-Encoding", value: "chunked")])
        for start in stride(from: 0, to: body.count, by: size) {
            let chunk = body[start..<min(start + size, body.count)]
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        return ScriptedAnswer(bytes: bytes + Array("0\r\n\r\n".utf8))
    }

    private static func head(_ status: Int, _ headers: [(name: String, value: String)]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Scripted"] + headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

extension ScriptedAnswer: CustomStringConvertible {
    /// The first line, and what happens to the connection. Together they distinguish the cases of a test.
    package var description: String {
        let line = String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
        return "\(line.isEmpty ? "nothing" : line), then \(afterwards)"
    }
}

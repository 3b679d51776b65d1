import LoopbackServer
import LoopbackSockets
import TestSupport
import Testing

@Suite("Reading requests")
struct RequestReaderTests {
    /// A connection on which these bytes arrive, and which then ends.
    private final class Arriving: ByteStream {
        private var pieces: [[UInt8]]
        private(set) var sent = ""

        init(_ pieces: [[UInt8]]) { self.pieces = pieces }

        func nextBytes() throws(LoopbackSocket.NoBytes) -> [UInt8] {
            guard !pieces.isEmpty else { throw .ended }
            return pieces.removeFirst()
        }

        func send(_ bytes: [UInt8]) -> Bool {
            sent += String(decoding: bytes, as: UTF8.self)
            return true
        }

        func resetOnClose() {}
    }

    private func first(_ lines: String...) throws(RequestReader.NoRequest) -> RequestReader.Arrival {
        var reader = RequestReader(Arriving([Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)]))
        return try reader.next()
    }

    @Test("a request has its method, its target as sent, and its headers in order")
    func headIsRead() throws {
        let request = try first("GET /a%2Fb/?c=d%20e&f HTTP/1.1", "Host: h", "x-Other:\t a: b \t", "X-Other: c", "E:")
            .request
        #expect(request.line == "GET /a%2Fb/?c=d%20e&f")
        #expect(request.headers.map { "\($0.name)=\($0.value)" } == ["Host=h", "x-Other=a: b", "X-Other=c", "E="])
        #expect(request.header("X-OTHER") == "a: b")
        #expect(request.header("Absent") == nil)
        #expect(request.fields == ["host": "h", "x-other": "a: b, c", "e": ""])
        #expect(request.path == "/a%2Fb/")
        #expect(request.rawSegments == ["a%2Fb"])
        #expect(request.segments == ["a/b"])
        #expect(request.query.map { "\($0.name)=\($0.value)" } == ["c=d e", "f="])
        #expect(request.body == [])
    }

    @Test("requests are the same in whatever pieces they come", arguments: [1, 2, 3, 7, 1_000])
    func piecesDoNotMatter(size: Int) throws {
        let bytes = Array(
            ("POST /1 HTTP/1.1\r\nContent-Length: 6\r\n\r\na\r\n\r\nbGET /2 HTTP/1.1\r\n\r\n"
                + "POST /3 HTTP/1.1\r\ncontent-length: 1\r\n\r\nc").utf8)
        let starts = stride(from: 0, to: bytes.count, by: size)
        var reader = RequestReader(Arriving(starts.map { Array(bytes[$0..<min($0 + size, bytes.count)]) }))
        var found: [String] = []
        while let request = try? reader.next().request {
            found.append("\(request.line) \(String(decoding: request.body, as: UTF8.self))")
        }
        #expect(found == ["POST /1 a\r\n\r\nb", "GET /2 ", "POST /3 c"])
    }

    @Test(
        "the client is told to continue only if its body has not come yet",
        arguments: [("", "HTTP/1.1 100 Continue\r\n\r\n"), ("body", "")])
    func continueIsSent(body: String, sent: String) throws {
        let head = "POST / HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n\r\n"
        let stream = Arriving([Array((head + body).utf8), Array("body".utf8)])
        var reader = RequestReader(stream)
        try expect(reader.next().request.body, equals: Array("body".utf8))
        #expect(stream.sent == sent)
    }

    @Test(
        "the last request of a connection is recognised",
        arguments: [
            ("1.1", "X: close", false), ("1.1", "Connection: keep-alive", false), ("1.1", "connection: Close", true),
            ("1.1", "Connection: TE, close", true), ("1.0", "X: y", true),
        ])
    func lastRequestIsRecognised(version: String, header: String, isLast: Bool) throws {
        try expect(first("GET / HTTP/\(version)", header).isLast, equals: isLast)
    }

    @Test(
        "a request with a body of unknown or impossible length, or with a wrong head, is malformed",
        arguments: [
            "Content-Length: -1", "Content-Length: many", "Content-Length:", "Content-Length: 99999999999999999999",
            "Content-Length: 67108865", "Transfer-Encoding: chunked", "no header", ": no name", "Name : value",
            " continued: line",
        ])
    func wrongHeaderIsMalformed(line: String) {
        #expect(throws: RequestReader.NoRequest.malformed) { try first("POST / HTTP/1.1", line) }
    }

    @Test(
        "a first line of another form is malformed",
        arguments: ["", "GET /", "GET / HTTP/2", "GET  / HTTP/1.1", "GET / HTTP/1.1 more"])
    func wrongFirstLineIsMalformed(line: String) {
        #expect(throws: RequestReader.NoRequest.malformed) { try first(line, "Host: h") }
    }

    @Test("a head without an end is malformed, and one that is cut off is no request")
    func endlessHeadIsMalformed() {
        var endless = RequestReader(Arriving([[UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)]))
        #expect(throws: RequestReader.NoRequest.malformed) { try endless.next() }
        var cut = RequestReader(Arriving([Array("GET / HTTP/1.1\r\n".utf8)]))
        #expect(throws: RequestReader.NoRequest.ended) { try cut.next() }
    }
}

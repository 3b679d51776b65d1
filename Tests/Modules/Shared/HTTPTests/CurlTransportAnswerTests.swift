import HTTP
import HTTPTestSupport
import TestSupport
import Testing

@Suite("What the transport accepts as an answer")
struct CurlTransportAnswerTests {
    static let text = Array("twelve bytes".utf8)

    @Test(
        "an answer of any status is an answer", arguments: [200, 202, 204, 304, 400, 401, 403, 404, 410, 413, 500, 503])
    func anyStatusIsAnAnswer(status: Int) async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0), HTTPRequest(.get, $0)] },
            { _ in .answer(status, headers: [("X-A", "b")]) })
        #expect(exchange.responses.map(\.status) == [status, status])
        #expect(exchange.responses.map { $0.header("x-a") } == ["b", "b"])
        #expect(exchange.requests.map(\.connection) == [1, 1])
    }

    @Test("a redirect is handed back and not followed", arguments: [301, 302, 303, 307, 308])
    func redirectIsNotFollowed(status: Int) async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.post, $0 + "/a", body: Self.text)] },
            { _ in .answer(status, headers: [("Location", "/b")]) })
        #expect(exchange.responses.map(\.status) == [status])
        #expect(exchange.requests.map(\.target) == ["/a"])
    }

    @Test("chunks are put together", arguments: [1, 5, 12, 4_096])
    func chunksArePutTogether(size: Int) async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0), HTTPRequest(.get, $0)] }, { _ in .chunked(body: Self.text, size: size) })
        #expect(exchange.responses.map(\.body) == [Self.text, Self.text])
        #expect(exchange.requests.map(\.connection) == [1, 1])
    }

    @Test("content that claims to be compressed is handed over as it came")
    func encodedContentIsHandedOverAsItCame() async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0)] },
            { _ in .answer(headers: [("Content-Encoding", "gzip")], body: Self.text) })
        #expect(exchange.responses.map(\.body) == [Self.text])
    }

    @Test("the headers of an interim answer are not those of the answer")
    func interimHeadersAreDropped() async throws {
        let early = Array("HTTP/1.1 103 Early Hints\r\nX-A: early\r\nX-B: early\r\n\r\n".utf8)
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0)] },
            { _ in .init(bytes: early + ScriptedAnswer.answer(headers: [("X-A", "late")]).bytes) })
        #expect(exchange.responses.map(\.status) == [200])
        #expect(exchange.responses.first?.header("X-A") == "late")
        #expect(exchange.responses.first?.header("X-B") == nil)
    }

    @Test("an answer of exactly the limit is taken, one byte more is refused, and the next request works")
    func answerAboveTheLimitIsRefused() async throws {
        for script: ScriptedServer.Script in [
            { _ in .answer(body: Self.text) }, { _ in .chunked(body: Self.text, size: 5) },
        ] {
            let exchange = try await Exchange.run(
                { base in [12, 11, 12].map { HTTPRequest(.get, base, maximumResponseBytes: $0) } }, script)
            #expect(exchange.responses.map(\.body) == [Self.text, Self.text])
            #expect(throws: HTTPError.responseTooLarge) { try exchange.results[1].get() }
        }
    }

    @Test("more than 64 kB of headers are refused")
    func tooManyHeadersAreRefused() async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0)] },
            { _ in .answer(headers: (0..<70).map { ("X-\($0)", String(repeating: "a", count: 1_000)) }) })
        #expect(throws: HTTPError.responseTooLarge) { try exchange.results.first?.get() }
    }

    @Test("no cookie is kept")
    func noCookieIsKept() async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0), HTTPRequest(.get, $0)] }, { _ in .answer(headers: [("Set-Cookie", "a=b")]) })
        #expect(exchange.requests.map { $0.headers("Cookie") } == [[], []])
    }
}

import HTTP
import HTTPTestSupport
import TestSupport
import Testing

@Suite("What the transport sends")
struct CurlTransportRequestTests {
    static let ok: ScriptedServer.Script = { _ in .answer() }

    @Test("a GET carries its target as written, its headers, no content and no unexpected header")
    func getCarriesWhatIsWritten() async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0 + "/a/../b%2Fc?d=e&f", headers: [("X-One", "1"), ("x-two", "a: b")])] }, Self.ok)
        let request = try #require(exchange.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/a/../b%2Fc?d=e&f")
        #expect(request.headers("X-One") == ["1"])
        #expect(request.headers("X-Two") == ["a: b"])
        #expect(request.body == [])
        for name in ["Content-Length", "Authorization", "Cookie", "Accept-Encoding", "Upgrade", "Expect"] {
            #expect(request.header(name) == nil)
        }
    }

    @Test("an empty value removes the header that libcurl would send, another value replaces it")
    func emptyValueRemovesAHeader() async throws {
        let exchange = try await Exchange.run(
            { base in
                [
                    HTTPRequest(.get, base, headers: [("Accept", ""), ("User-Agent", "test/1")]),
                    HTTPRequest(.post, base, headers: [("Content-Type", ""), ("Accept", "a/b")], body: [1]),
                    HTTPRequest(.get, base),
                ]
            }, Self.ok)
        #expect(exchange.requests.map { $0.headers("Accept") } == [[], ["a/b"], ["*/*"]])
        #expect(exchange.requests.map { $0.headers("User-Agent") } == [["test/1"], [], []])
        #expect(exchange.requests.map { $0.headers("Content-Type") } == [[], [], []])
    }

    @Test("content of any size goes out and comes back exact", arguments: [0, 1, 1_024, 1_048_577, 6_291_556])
    func contentOfAnySizeIsExact(size: Int) async throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let exchange = try await Exchange.run(
            { base in
                [
                    HTTPRequest(
                        .post, base + "/echo", headers: [("Expect", "")], body: body, timeout: 10_000,
                        maximumResponseBytes: size)
                ]
            }, { .answer(body: $0.body) })
        #expect(exchange.responses.map(\.status) == [200])
        #expect(exchange.responses.first?.body == body)
        let request = try #require(exchange.requests.first)
        #expect(request.method == "POST")
        #expect(request.body == body)
        #expect(request.headers("Content-Length") == [String(size)])
        #expect(request.headers("Expect") == [])
    }

    @Test("a GET after a POST is a GET without content, and the next POST has its own")
    func getAfterPostHasNoContent() async throws {
        let exchange = try await Exchange.run(
            { base in
                [
                    HTTPRequest(.post, base + "/1", headers: [("X-Once", "1")], body: Array("one".utf8)),
                    HTTPRequest(.get, base + "/2"),
                    HTTPRequest(.post, base + "/3", body: Array("three".utf8)),
                    HTTPRequest(.post, base + "/4"),
                ]
            }, { .answer(body: $0.body) })
        #expect(exchange.requests.map(\.method) == ["POST", "GET", "POST", "POST"])
        #expect(exchange.requests.map(\.target) == ["/1", "/2", "/3", "/4"])
        #expect(exchange.requests.map { $0.headers("X-Once") } == [["1"], [], [], []])
        #expect(exchange.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["one", "", "three", ""])
        #expect(exchange.requests.map(\.connection) == [1, 1, 1, 1])
        #expect(exchange.responses.map(\.body) == exchange.requests.map(\.body))
    }

    @Test("each request goes to its own server with its own target, whatever was asked for before")
    func ownServerAndTarget() async throws {
        let urls = [
            "1/a", "1/b", "2/b", "2", "1/a", "1?c=d", "2/a?c=d", "2/a/../b?", "1/a%2Fb#c", "1/", "1#c", "2//b", "1/a",
        ]
        let targets = try await onThread {
            let servers = [try ScriptedServer(Self.ok), try ScriptedServer(Self.ok)]
            let transport = PatientTransport(try CurlTransport())
            return try urls.map { url in
                let server = servers[url.hasPrefix("1") ? 0 : 1]
                let count = server.requests.count
                _ = try transport.send(HTTPRequest(.get, "http://\(server.endpoint)\(url.dropFirst())"))
                #expect(server.requests.count == count + 1)
                return server.requests.last?.target
            }
        }
        let expected = [
            "/a", "/b", "/b", "/", "/a", "/?c=d", "/a?c=d", "/a/../b?", "/a%2Fb", "/", "/", "//b", "/a",
        ]
        #expect(targets == expected)
    }

    @Test(
        "a header with a control character is refused and nothing is sent",
        arguments: [
            ("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\rb"), ("X-A", "a\0b"), ("X-A", "\u{1B}[0m"),
            ("X-A", "a\u{7F}"), ("X-A\r\nX-B", "b"), ("X-A\0", "b"),
        ])
    func controlCharacterInAHeaderIsRefused(name: String, value: String) async throws {
        let exchange = try await Exchange.run({ [HTTPRequest(.get, $0, headers: [(name, value)])] }, Self.ok)
        #expect(throws: HTTPError.invalidRequest("control character in a header")) {
            try exchange.results.first?.get()
        }
        #expect(exchange.requests.isEmpty)
    }

    @Test("a tab and characters beyond ASCII are allowed in a header")
    func tabAndUnicodeAreAllowedInAHeader() async throws {
        let exchange = try await Exchange.run({ [HTTPRequest(.get, $0, headers: [("X-A", "a\té")])] }, Self.ok)
        #expect(exchange.requests.first?.headers("X-A") == ["a\té"])
    }

    @Test(
        "a URL that is not absolute http or https is refused",
        arguments: [
            "ftp://127.0.0.1/x", "file:///etc/hostname", "dict://127.0.0.1/x", "gopher://127.0.0.1/", "ws://127.0.0.1/",
            "127.0.0.1/x", "ftp.example.test/x", "//127.0.0.1/", "", "http:/127.0.0.1/", "http://127.0.0.1/a b",
            "http://127.0.0.1/\r\nX-A: b", "http://127.0.0.1/\0", "http://127.0.0.1/é",
        ])
    func otherSchemesAreRefused(url: String) throws {
        let transport = try CurlTransport()
        #expect(throws: HTTPError.invalidRequest("no absolute http or https URL")) {
            try transport.send(HTTPRequest(.get, url))
        }
    }

    @Test(
        "a URL that libcurl cannot read is refused as such, and not taken for the one before",
        arguments: ["http://", "http://127.0.0.1:99999/"])
    func unreadableURLIsRefused(url: String) async throws {
        let exchange = try await Exchange.run({ [HTTPRequest(.get, $0), HTTPRequest(.get, url)] }, Self.ok)
        let error = #expect(throws: HTTPError.self) { try exchange.results.last?.get() }
        #expect(error?.description.hasPrefix("unusable request: ") == true)
        #expect(exchange.requests.count == 1)
    }
}

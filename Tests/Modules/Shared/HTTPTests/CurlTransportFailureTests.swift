import HTTP
import HTTPTestSupport
import TestSupport
import Testing

@Suite("How the transport reacts to a failing server")
struct CurlTransportFailureTests {
    struct ServerFailure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: ScriptedAnswer
    }

    static let failures = [
        ServerFailure(testDescription: "closed without an answer", answer: .closed),
        ServerFailure(testDescription: "reset without an answer", answer: .reset),
        ServerFailure(
            testDescription: "closed inside the headers",
            answer: .init(bytes: Array("HTTP/1.1 200 OK\r\nContent-Le".utf8), afterwards: .close)),
        ServerFailure(testDescription: "closed inside the content", answer: .cutShort(body: [1, 2, 3, 4], sent: 3)),
        ServerFailure(
            testDescription: "closed inside a chunk",
            answer: .init(
                bytes: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab".utf8), afterwards: .close)),
        ServerFailure(
            testDescription: "closed before the last chunk",
            answer: .init(
                bytes: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n".utf8),
                afterwards: .close)),
        ServerFailure(
            testDescription: "no HTTP", answer: .init(bytes: Array("hello\r\n\r\n".utf8), afterwards: .close)),
        ServerFailure(
            testDescription: "HTTP/1.2 in a status line",
            answer: .init(bytes: Array("HTTP/1.2 200 OK\r\n\r\n".utf8), afterwards: .close)),
    ]

    @Test("half an answer is a lost connection, and the transport goes on working", arguments: failures)
    func halfAnAnswerIsALostConnection(failure: ServerFailure) async throws {
        let exchange = try await Exchange.run(
            { base in (1...2).map { HTTPRequest(.get, base + "/\($0)") } },
            { $0.target == "/1" ? failure.answer : .answer() })
        #expect(exchange.errors == ["connection lost"])
        #expect(exchange.responses.map(\.status) == [200])
        #expect(exchange.requests.map(\.target) == ["/1", "/2"])
    }

    @Test(
        "a request whose kept-alive connection is dead is retried once, with its content, on a new one",
        arguments: [HTTPRequest.Method.get, .post], [ScriptedAnswer.Afterwards.close, .reset])
    func deadConnectionIsRetriedOnce(method: HTTPRequest.Method, ending: ScriptedAnswer.Afterwards) async throws {
        let content = method == .post ? Array("content".utf8) : []
        let exchange = try await Exchange.run(
            { base in (1...3).map { HTTPRequest(method, base + "/\($0)", body: content) } },
            { $0.number == 2 ? .init(bytes: [], afterwards: ending) : .answer() })
        #expect(exchange.responses.map(\.status) == [200, 200, 200])
        #expect(exchange.requests.map(\.target) == ["/1", "/2", "/2", "/3"])
        #expect(exchange.requests.map(\.connection) == [1, 1, 2, 2])
        #expect(exchange.requests.allSatisfy { $0.body == content })
    }

    @Test(
        "a request on a connection of its own is never sent twice",
        arguments: [ScriptedAnswer.Afterwards.close, .reset])
    func requestOnANewConnectionIsSentOnce(ending: ScriptedAnswer.Afterwards) async throws {
        let exchange = try await Exchange.run(
            { base in
                [false, true, false].enumerated().map { number, isNew in
                    HTTPRequest(.post, base + "/\(number)", body: [1], usesNewConnection: isNew)
                }
            },
            { $0.target == "/1" ? .init(bytes: [], afterwards: ending) : .answer() })
        #expect(exchange.errors == ["connection lost"])
        #expect(exchange.requests.map(\.target) == ["/0", "/1", "/2"])
        #expect(exchange.requests.map(\.connection) == [1, 2, 1])
    }

    @Test(
        "a connection that ends after an answer is replaced by a new one",
        arguments: [[], [(name: "Connection", value: "close")]])
    func closedConnectionIsReplaced(headers: [(name: String, value: String)]) async throws {
        let exchange = try await Exchange.run(
            { base in (1...3).map { HTTPRequest(.get, base + "/\($0)") } },
            { _ in .answer(headers: headers, afterwards: .close) })
        #expect(exchange.responses.map(\.status) == [200, 200, 200])
        #expect(exchange.requests.map(\.connection) == [1, 2, 3])
    }

    @Test("a refused connection is told apart from every other fault")
    func refusedConnectionIsToldApart() throws {
        let transport = try CurlTransport()
        let error = try withExtendedLifetime(RefusingPort()) { port in
            #expect(throws: HTTPError.self) {
                try transport.send(HTTPRequest(.post, "http://\(port.endpoint)/", body: [1]))
            }
        }
        #expect(error?.description.hasPrefix("cannot connect: ") == true)
    }

    @Test("the deadline ends a wait for an answer, and for the rest of one")
    func deadlineEndsTheWait() async throws {
        let half = ScriptedAnswer(bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8))
        let exchange = try await Exchange.run(
            arriving: 3,
            { base in
                [("/silence", 700), ("/half", 700), ("/whole", 10_000)].map {
                    HTTPRequest(.get, base + $0, timeout: $1)
                }
            },
            { $0.target == "/silence" ? .silence : $0.target == "/half" ? half : .answer() })
        #expect(exchange.errors == ["timed out", "timed out"])
        #expect(exchange.responses.map(\.status) == [200])
        #expect(Set(exchange.requests.map(\.target)) == ["/silence", "/half", "/whole"])
    }

    @Test("no time left is a deadline that has passed, never a wait without end", arguments: [(0, 1), (-1, 1), (1, 0)])
    func noTimeLeftIsATimeout(timeout: Int64, connectTimeout: Int64) async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.get, $0, timeout: timeout, connectTimeout: connectTimeout)] }, { _ in .answer() })
        #expect(throws: HTTPError.timedOut("no time left")) { try exchange.results.first?.get() }
        #expect(exchange.requests.isEmpty)
    }

    @Test("proxy variables of the environment are ignored")
    func proxyVariablesAreIgnored() async {
        // In a process of its own: the environment belongs to all threads.
        await #expect(processExitsWith: .success) {
            let port = try RefusingPort()
            defer { withExtendedLifetime(port) {} }
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                try #require(setEnvironmentVariable(name, "http://\(port.endpoint)"))
            }
            let exchange = try await Exchange.run({ [HTTPRequest(.get, $0)] }, { _ in .answer() })
            #expect(exchange.responses.map(\.status) == [200])
        }
    }
}

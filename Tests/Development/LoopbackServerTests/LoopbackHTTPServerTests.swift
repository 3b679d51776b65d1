import LoopbackServer
import LoopbackSockets
import TestSupport
import Testing

@Suite("The loopback server")
struct LoopbackHTTPServerTests {
    /// A server that answers with the first line of the request and its body.
    private static func echo(port: UInt16 = 0, address: String = "127.0.0.1") throws -> LoopbackHTTPServer {
        let server = try LoopbackHTTPServer(port: port, address: address)
        server.start { request in
            var response = LoopbackResponse(
                request.path == "/empty" ? 204 : 200, headers: ["x-one": "1"],
                body: request.path == "/empty" ? [] : Array((request.line + "\n").utf8) + request.body)
            response.isCutOff = request.path == "/cut-off"
            return response
        }
        return server
    }

    private static func connection(to server: LoopbackHTTPServer) throws -> LoopbackSocket {
        let socket = try LoopbackSocket(connectedTo: server.port)
        socket.setPatience(seconds: 60)
        return socket
    }

    /// What a server answers to these texts until the connection ends, or until its answers end like this.
    private func answers(
        _ server: LoopbackHTTPServer, _ texts: String..., until end: String? = nil
    ) async throws -> String {
        try await onThread {
            let socket = try Self.connection(to: server)
            for text in texts { _ = socket.send(Array(text.utf8)) }
            var answers = ""
            while end.map({ !answers.hasSuffix($0) }) ?? true, let bytes = try? socket.nextBytes() {
                answers += String(decoding: bytes, as: UTF8.self)
            }
            return answers
        }
    }

    /// What comes for one request.
    private static func get(_ path: String, on socket: LoopbackSocket) -> String {
        _ = socket.send(Array("GET \(path) HTTP/1.1\r\n\r\n".utf8))
        return String(decoding: (try? socket.nextBytes()) ?? [], as: UTF8.self)
    }

    /// Whether the server has ended the connection, within the time that a test waits for bytes.
    private static func hasEnded(_ socket: LoopbackSocket) -> Bool {
        do throws(LoopbackSocket.NoBytes) { _ = try socket.nextBytes() } catch { return error == .ended }
        return false
    }

    private static func answer(_ body: String, last: Bool = false) -> String {
        "HTTP/1.1 200 \r\ncontent-type: application/json\r\nx-one: 1\r\ncontent-length: \(body.utf8.count)\r\n"
            + (last ? "connection: close\r\n" : "") + "\r\n" + body
    }

    @Test("a connection serves one request after the other, also those that come before an answer")
    func connectionIsKept() async throws {
        let found = try await answers(
            Self.echo(), "GET /1 HTTP/1.1\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 4\r\n\r\nbo", "dy",
            "GET /3 HTTP/1.1\r\n\r\n", until: "GET /3\n")
        #expect(found == Self.answer("GET /1\n") + Self.answer("POST /2\nbody") + Self.answer("GET /3\n"))
    }

    @Test(
        "a connection ends after the answer if the client wants that",
        arguments: ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"])
    func connectionIsClosed(request: String) async throws {
        try await expect(answers(Self.echo(), request), equals: Self.answer("GET /\n", last: true))
    }

    @Test("the answer to HEAD has the length of the body and no body, and status 204 has no length")
    func answersWithoutBody() async throws {
        let found = try await answers(
            Self.echo(), "HEAD /long HTTP/1.1\r\n\r\n", "DELETE /empty HTTP/1.1\r\nConnection: close\r\n\r\n")
        let head = "HTTP/1.1 200 \r\ncontent-type: application/json\r\nx-one: 1\r\ncontent-length: 11\r\n\r\n"
        #expect(found == head + "HTTP/1.1 204 \r\nx-one: 1\r\nconnection: close\r\n\r\n")
    }

    @Test("an answer that is cut off promises one byte more than comes")
    func answerIsCutOff() async throws {
        let found = try await answers(Self.echo(), "GET /cut-off HTTP/1.1\r\n\r\n")
        #expect(found.contains("content-length: 14\r\n") && found.hasSuffix("\r\n\r\nGET /cut-off\n"))
    }

    @Test("what is not a request gets status 400, and the connection ends")
    func wrongHeadIsRefused() async throws {
        let found = try await answers(Self.echo(), "hello\r\n\r\n")
        #expect(found == "HTTP/1.1 400 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    @Test("a large body comes back exact")
    func largeBodyIsExact() async throws {
        let body = (0..<700_000).map { String($0 % 10) }.joined()
        let request = "POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let found = try await answers(Self.echo(), request, body)
        #expect(found == Self.answer("POST /\n" + body, last: true))
    }

    @Test("many connections stay open side by side")
    func manyConnectionsStayOpen() async throws {
        let server = try Self.echo()
        let paths = (0..<200).map { "/\($0)" }
        let found = try await onThread {
            let sockets = try (0..<100).map { _ in try Self.connection(to: server) }
            return paths.enumerated().map { Self.get($1, on: sockets[$0 % 100]) }
        }
        #expect(found == paths.map { Self.answer("GET \($0)\n") })
    }

    @Test("stop closes the port and the connections, and the port can be used again at once")
    func stopClosesEverything() async throws {
        let reserved = try RefusingPort(isShared: true)
        let (answer, hasEnded, isOpen) = try await onThread {
            let server = try Self.echo(port: reserved.port)
            let socket = try Self.connection(to: server)
            let answer = Self.get("/", on: socket)
            server.stop()
            return (answer, Self.hasEnded(socket), (try? Self.connection(to: server)) != nil)
        }
        #expect(answer == Self.answer("GET /\n"))
        #expect(hasEnded && !isOpen)
        let next = try Self.echo(port: reserved.port)
        try await expect(answers(next, "GET / HTTP/1.0\r\n\r\n"), equals: Self.answer("GET /\n", last: true))
    }

    @Test("a server that nobody holds any more closes its connections")
    func releasedServerEnds() async throws {
        let (answer, hasEnded) = try await onThread {
            var server: LoopbackHTTPServer? = try Self.echo()
            let socket = try server.map { try Self.connection(to: $0) }
            let answer = socket.map { Self.get("/", on: $0) }
            server = nil
            return (answer, socket.map(Self.hasEnded))
        }
        #expect(answer == Self.answer("GET /\n"))
        #expect(hasEnded == true)
    }

    @Test("a taken port and an address of no machine are told apart")
    func takenPortIsNamed() throws {
        let server = try Self.echo()
        let taken = #expect(throws: SystemCallError.self) { try LoopbackHTTPServer(port: server.port) }
        #expect(taken?.isTaken == true)
        for address in ["localhost", "127.0.0", "127.0.0.256", "127.0.x.0.1"] {
            let wrong = #expect(throws: SystemCallError.self) { try LoopbackHTTPServer(address: address) }
            #expect(wrong?.isTaken == false)
        }
    }

    @Test("a server on all addresses is reached on this machine", arguments: ["0.0.0.0", "127.0.0.1"])
    func otherAddressIsServed(address: String) async throws {
        let server = try Self.echo(address: address)
        try await expect(answers(server, "GET / HTTP/1.0\r\n\r\n")) { $0.hasSuffix("GET /\n") }
    }
}

import HTTP
import LambdaRuntime
import Synchronization

/// Answers each request with the next of its results. Once there are no more it answers 500, which ends a runtime loop.
final class FakeTransport: HTTPTransport {
    private(set) var requests: [HTTPRequest] = []
    private var results: [Result<HTTPResponse, HTTPError>]

    init(_ results: [Result<HTTPResponse, HTTPError>]) { self.results = results }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        requests.append(request)
        guard !results.isEmpty else { return HTTPResponse(status: 500) }
        return try results.removeFirst().get()
    }
}

extension Result<HTTPResponse, HTTPError> {
    /// An event for that request.
    static func event(_ id: String, headers: [String] = [], body: String = "{}") -> Self {
        let lines = ["HTTP/1.1 200 OK", "Lambda-Runtime-Aws-Request-Id: \(id)"] + headers + ["", ""]
        let head = Array(lines.joined(separator: "\r\n").utf8)
        return .success(HTTPResponse(status: 200, headerLines: head, body: Array(body.utf8)))
    }

    /// An answer with that status and no content.
    static func status(_ status: Int) -> Self { .success(HTTPResponse(status: status)) }
}

/// Keeps the lines of a log.
final class LogSink: Sendable {
    private let written = Mutex<[[UInt8]]>([])

    /// What each write carried, its line end included.
    var writes: [String] { written.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// A log that writes here.
    func log(_ variables: [String: String] = [:]) -> Log {
        Log(environment: Environment(variables)) { line in self.written.withLock { $0.append(line) } }
    }
}

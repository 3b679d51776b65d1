import HTTP

/// A transport that gives every request the same answer, for tests that need no server.
final class FixedTransport: HTTPTransport {
    private let response: HTTPResponse

    init(_ body: String) { response = HTTPResponse(status: 200, body: Array(body.utf8)) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse { response }
}

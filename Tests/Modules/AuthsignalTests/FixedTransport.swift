import HTTP

/// Gives every request the same answer, for what depends on nothing else.
final class FixedTransport: HTTPTransport {
    private let response: HTTPResponse

    init(_ body: String) { response = HTTPResponse(status: 200, body: Array(body.utf8)) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse { response }
}

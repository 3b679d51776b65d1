import HTTP

/// A transport of a process that ends: it carries requests until a number of writes and mails have been made, and
/// nothing after that, not even the last one's answer.
final class CutTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let limit: Int
    private(set) var writes = 0

    init(_ transport: any HTTPTransport, afterWrites limit: Int) {
        self.transport = transport
        self.limit = limit
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard writes < limit else { throw .cannotConnect("the process has ended") }
        let answer = try transport.send(request)
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        guard !target.hasSuffix(".GetItem"), !target.hasSuffix(".Query") else { return answer }
        writes += 1
        guard writes < limit else { throw .cannotConnect("the process has ended") }
        return answer
    }
}

import HTTP
import JSON
import Tracing

/// A traced transport whose services a test plays, and the subsegments that it records.
final class TracedCalls: HTTPTransport {
    static let header =
        "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=25:a87bd80c:0"

    private let answer: (HTTPRequest) throws(HTTPError) -> HTTPResponse
    private(set) var requests: [HTTPRequest] = []
    /// The documents as they were recorded.
    private(set) var documents: [String] = []
    /// The tracing header of the event under way.
    var header: String? = TracedCalls.header
    /// Microseconds since 1970 at each look at the clock; the last one stays.
    var times: [Int64] = [1_763_800_000_000_007, 1_763_800_000_045_678]
    var random: (Int) -> [UInt8]? = { Array((0xE8...0xFF).prefix($0 - 1)) + [0x07] }

    init(answering answer: @escaping (HTTPRequest) throws(HTTPError) -> HTTPResponse) { self.answer = answer }

    /// A service that gives every request the same answer.
    convenience init(_ body: String = "{}", status: Int = 200) {
        self.init { _ in HTTPResponse(status: status, body: Array(body.utf8)) }
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let service = Service { [self] request throws(HTTPError) in
            requests.append(request)
            return try answer(request)
        }
        return try TracedTransport(
            service, header: { self.header },
            now: { self.times.count > 1 ? self.times.removeFirst() : self.times[0] }, random: { self.random($0) },
            record: { self.documents.append(String(decoding: $0, as: UTF8.self)) }
        ).send(request)
    }

    private final class Service: HTTPTransport {
        private let body: (HTTPRequest) throws(HTTPError) -> HTTPResponse
        init(_ body: @escaping (HTTPRequest) throws(HTTPError) -> HTTPResponse) { self.body = body }
        func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse { try body(request) }
    }
}

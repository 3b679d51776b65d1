import HTTP
import Synchronization
import TestSupport
import Testing

@Suite("Requests within a deadline")
struct DeadlineTests {
    /// Answers each request with the next result, and takes some time for it.
    final class ResultTransport: HTTPTransport {
        private(set) var requests: [HTTPRequest] = []
        private var results: [Result<HTTPResponse, HTTPError>]
        private let clock: FakeClock
        private let duration: Int64

        init(_ results: [Result<HTTPResponse, HTTPError>], _ clock: FakeClock, taking duration: Int64) {
            self.results = results
            self.clock = clock
            self.duration = duration
        }

        func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            requests.append(request)
            clock.advance(by: duration)
            return try results.removeFirst().get()
        }
    }

    final class FakeClock: Sendable {
        private let milliseconds = Mutex<Int64>(1_000_000)
        var now: Int64 { milliseconds.withLock { $0 } }
        func advance(by duration: Int64) { milliseconds.withLock { $0 += duration } }
        func deadline(in duration: Int64) -> Deadline { Deadline(now + duration) { self.now } }
    }

    static let ok = Result<HTTPResponse, HTTPError>.success(HTTPResponse(status: 200))

    @Test(
        "a call gets the time that is left, up to its limit, or none if that is not worth a connection",
        arguments: [(10_000, 3_000), (3_000, 3_000), (2_999, 2_999), (50, 50), (49, nil), (0, nil), (-1, nil)]
            as [(Int64, Int64?)])
    func callGetsTheTimeLeft(left: Int64, expected: Int64?) throws {
        let deadline = FakeClock().deadline(in: left)
        if let expected {
            try expect(deadline.remaining(atMost: 3_000), equals: expected)
        } else {
            #expect(throws: HTTPError.timedOut("no time left for the call")) { try deadline.remaining(atMost: 3_000) }
        }
        #expect(deadline.allowsAnotherCall == (expected != nil))
    }

    @Test("an absurd moment has passed or is far off, and does not overflow", arguments: [Int64.min, -1, 0])
    func absurdDeadlinesDoNotOverflow(end: Int64) {
        #expect(!Deadline(end) { 1_790_000_000_000 }.allowsAnotherCall)
        #expect(throws: HTTPError.timedOut("no time left for the call")) {
            try Deadline(end) { 1_790_000_000_000 }.remaining(atMost: 3_000)
        }
        #expect(throws: Never.self) { try Deadline(.max) { 0 }.remaining(atMost: 3_000) }
    }

    @Test("neither limit of a request reaches beyond the deadline")
    func limitsEndWithTheDeadline() throws {
        let clock = FakeClock()
        let transport = ResultTransport([.failure(.cannotConnect("x")), Self.ok], clock, taking: 700)
        _ = try transport.send(HTTPRequest(.post, "http://a"), by: clock.deadline(in: 2_500))
        #expect(transport.requests.map(\.timeout) == [2_500, 1_800])
        #expect(transport.requests.map(\.connectTimeout) == [2_000, 1_800])
    }

    @Test(
        "a request is retried once if that is safe: if nothing was sent, or if it is a GET",
        arguments: [
            (.get, .cannotConnect("x"), true), (.post, .cannotConnect("x"), true),
            (.get, .connectionLost("x"), true), (.post, .connectionLost("x"), false),
            (.get, .timedOut("x"), false), (.post, .timedOut("x"), false), (.get, .untrusted("x"), false),
            (.get, .responseTooLarge, false), (.get, .invalidRequest("x"), false),
        ] as [(HTTPRequest.Method, HTTPError, Bool)])
    func onlySafeRequestsAreRetried(method: HTTPRequest.Method, error: HTTPError, isRepeated: Bool) throws {
        let clock = FakeClock()
        let transport = ResultTransport([.failure(error), Self.ok], clock, taking: 10)
        let request = HTTPRequest(method, "http://a")
        if isRepeated {
            try expect(transport.send(request, by: clock.deadline(in: 2_000)).status, equals: 200)
            #expect(transport.requests.count == 2)
        } else {
            #expect(throws: error) { try transport.send(request, by: clock.deadline(in: 2_000)) }
            #expect(transport.requests.count == 1)
        }
    }

    @Test("the second failure is final")
    func secondFailureIsFinal() {
        let clock = FakeClock()
        let transport = ResultTransport(
            [.failure(.cannotConnect("1")), .failure(.cannotConnect("2")), Self.ok], clock, taking: 10)
        #expect(throws: HTTPError.cannotConnect("2")) {
            try transport.send(HTTPRequest(.get, "http://a"), by: clock.deadline(in: 2_000))
        }
    }

    @Test("without time for a second attempt the first failure stands")
    func withoutTimeTheFirstFailureStands() {
        let clock = FakeClock()
        let transport = ResultTransport([.failure(.cannotConnect("1")), Self.ok], clock, taking: 460)
        #expect(throws: HTTPError.cannotConnect("1")) {
            try transport.send(HTTPRequest(.get, "http://a"), by: clock.deadline(in: 500))
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a request with an answer of any status is not retried")
    func answersAreNotRetried() throws {
        let clock = FakeClock()
        let transport = ResultTransport([.success(HTTPResponse(status: 503)), Self.ok], clock, taking: 10)
        try expect(transport.send(HTTPRequest(.get, "http://a"), by: clock.deadline(in: 500)).status, equals: 503)
    }
}

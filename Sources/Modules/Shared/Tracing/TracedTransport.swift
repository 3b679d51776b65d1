package import HTTP

/// A transport that also records each call of a sampled event as a subsegment of the event's trace.
///
/// Every attempt at a call is one subsegment, so a call that is sent again has two. It is recorded when the call is over.
package final class TracedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let header: () -> String?
    private let now: () -> Int64
    private let random: (Int) -> [UInt8]?
    private let record: ([UInt8]) -> Void

    /// A transport around another.
    /// - Parameters:
    ///   - header: the tracing header of the event under way; nil if it has none, and between events.
    ///   - now: microseconds since 1970.
    ///   - random: that many random bytes; nil when the system gives none. Then nothing is recorded.
    ///   - record: takes the document of each subsegment, and must not wait for anything.
    package init(
        _ transport: any HTTPTransport, header: @escaping () -> String?, now: @escaping () -> Int64,
        random: @escaping (Int) -> [UInt8]?, record: @escaping ([UInt8]) -> Void
    ) {
        self.transport = transport
        self.header = header
        self.now = now
        self.random = random
        self.record = record
    }

    package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard let trace = header().flatMap(TraceContext.init(sampledBy:)) else { return try transport.send(request) }
        let began = now()
        let result: Result<HTTPResponse, HTTPError>
        do { result = .success(try transport.send(request)) } catch { result = .failure(error) }
        let ended = now()
        if let id = identifier() {
            record(Subsegment.document(of: request, result, in: trace, id: id, began: began, ended: ended))
        }
        return try result.get()
    }

    /// 16 random hexadecimal digits.
    private func identifier() -> String? {
        guard let bytes = random(8), bytes.count == 8 else { return nil }
        return bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

package import HTTP
private import Primitives

/// A transport that also records each call of a sampled event as a subsegment of the event's trace.
///
/// Every attempt at a call is one subsegment, so a call that is sent again has two. It is recorded when the call is
/// over.
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
        guard let bytes = random(8) else { return nil }
        return bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

/// The trace that a sampled event belongs to, as the X-Ray tracing header names it (X-Ray Developer Guide, "Tracing
/// header").
package struct TraceContext: Equatable, Sendable {
    /// The trace: `1-`, the time of the original request in 8 hexadecimal digits, `-`, and 24 more digits.
    package let traceID: String
    /// The segment under which calls are recorded: that of the function. 16 hexadecimal digits.
    package let parentID: String

    /// More than X-Ray's own fields need, in bytes.
    private static let maximumLength = 1_024

    /// Reads a header: fields of the form `name=value`, separated by semicolons, in any order. `Root`, `Parent` and
    /// `Sampled` count. Lambda adds `Lineage`, and may add others.
    ///
    /// nil if the header says that the event is not sampled or has not the documented form: a field without a name, or
    /// one of those three twice. What is taken over holds only hexadecimal digits and hyphens, because callers of a
    /// function can choose the header.
    package init?(sampledBy header: String) {
        guard header.utf8.count <= Self.maximumLength, header.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        var values: [String: Substring.UTF8View] = [:]
        for field in header.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard let equals = field.firstIndex(of: UInt8(ascii: "=")), equals > field.startIndex else { return nil }
            let name = String(Substring(field[..<equals]))
            guard ["Root", "Parent", "Sampled"].contains(name) else { continue }
            guard values.updateValue(field[equals...].dropFirst(), forKey: name) == nil else { return nil }
        }
        guard values["Sampled"]?.elementsEqual("1".utf8) ?? false, let root = values["Root"],
            let parent = values["Parent"], Self.isTrace(root), Self.isHexadecimal(parent, length: 16)
        else { return nil }
        (traceID, parentID) = (String(Substring(root)), String(Substring(parent)))
    }

    private static func isTrace(_ root: Substring.UTF8View) -> Bool {
        let parts = root.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].elementsEqual("1".utf8) && isHexadecimal(parts[1], length: 8)
            && isHexadecimal(parts[2], length: 24)
    }

    private static func isHexadecimal(_ text: Substring.UTF8View, length: Int) -> Bool {
        text.count == length && text.allSatisfy { $0.hexadecimalValue != nil }
    }
}

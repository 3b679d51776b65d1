/// A request of a function's process.
package struct RuntimeAPIRequest: Sendable {
    /// The call that it makes; nil if the Runtime API has no such call.
    package let call: RuntimeAPICall?
    /// The method and the target, for reports of unexpected requests.
    package let line: String
    /// The body.
    package let body: [UInt8]
    private let headers: [(name: Substring, value: Substring)]

    /// Reads a head, without the empty line that ends it; nil if it is not an HTTP/1.1 request whose body has a known
    /// length.
    package init?(head: some Sequence<UInt8>, body: [UInt8] = []) {
        let lines = String(decoding: Array(head), as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
        var headers: [(name: Substring, value: Substring)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers.append((line[..<colon], line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
        }
        self.init(
            call: RuntimeAPICall(method: String(words[0]), target: String(words[1])), line: "\(words[0]) \(words[1])",
            headers: headers, body: body)
        // A length that is negative or has no end would break whoever reads the body.
        guard header("Transfer-Encoding") == nil,
            header("Content-Length").map({ Int($0).map { 0...Self.maximumBodyBytes ~= $0 } ?? false }) ?? true
        else { return nil }
    }

    /// Far more than Lambda accepts, so that a reply that is too large can still be refused with 413.
    private static let maximumBodyBytes = 64 << 20

    private init(
        call: RuntimeAPICall?, line: String, headers: [(name: Substring, value: Substring)], body: [UInt8]
    ) {
        self.call = call
        self.line = line
        self.headers = headers
        self.body = body
    }

    /// The value of the first header with this name, in any case; nil if there is none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }.map { String($0.value) }
    }

    /// The announced length of the body.
    var contentLength: Int { header("Content-Length").flatMap { Int($0) } ?? 0 }

    /// Whether the process waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool { header("Expect")?.lowercased() == "100-continue" }

    /// The request with its body.
    func with(_ body: [UInt8]) -> RuntimeAPIRequest {
        RuntimeAPIRequest(call: call, line: line, headers: headers, body: body)
    }
}

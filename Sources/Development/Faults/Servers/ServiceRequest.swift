#if os(Linux)
internal import StandIns

/// A function's request to a service, as it came over the wire.
struct ServiceRequest: Sendable {
    let method: String
    let target: String
    /// The header fields, with their names in lower case.
    let headers: [String: String]
    var body: [UInt8] = []

    /// Reads a head, without the empty line that ends it; nil if it is not an HTTP/1.1 request.
    init?(head: ArraySlice<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
        (method, target) = (String(words[0]), String(words[1]))
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value)
        }
        self.headers = headers
    }

    var contentLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }

    var expectsContinue: Bool { headers["expect"]?.lowercased() == "100-continue" }

    /// The request as a stand-in takes it.
    var forStandIn: StandInRequest { StandInRequest(method: method, target: target, headers: headers, body: body) }
}
#endif

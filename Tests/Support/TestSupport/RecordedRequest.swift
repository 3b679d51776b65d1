/// A request exactly as a `ScriptedServer` received it.
package struct RecordedRequest: Sendable {
    /// The request's number since the server's start; the first is 1.
    package let number: Int
    /// The number of the connection over which it came; the first is 1.
    package let connection: Int
    /// The method, such as `GET`.
    package let method: String
    /// The request target exactly as sent: path and query, still percent-encoded.
    package let target: String
    /// The header lines in order, without white space around the values.
    package let headers: [(name: String, value: String)]
    /// The content.
    package let body: [UInt8]

    /// The values of all headers of that name, without regard to case.
    package func headers(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of the first header of that name, without regard to case; nil if there is none.
    package func header(_ name: String) -> String? { headers(name).first }
}

extension RecordedRequest {
    /// Reads a head, without the empty line that ends it; nil if it is not an HTTP/1.1 request.
    init?(head: ArraySlice<UInt8>, body: [UInt8], number: Int, connection: Int) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append((String(line[..<colon]), String(value)))
        }
        self.init(
            number: number, connection: connection, method: String(words[0]), target: String(words[1]),
            headers: headers, body: body)
    }
}

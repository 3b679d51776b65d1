/// The path and the query of a request, taken apart before anything in them is decoded.
struct RequestTarget {
    /// The path's segments.
    let segments: [String]
    private let query: [(name: String, value: String)]

    /// - Throws: `noSuchPath` for what does not begin with a slash, `invalidRequest` for what cannot be decoded.
    init(_ text: String) throws(APIError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.utf8.first == UInt8(ascii: "/") else { throw .noSuchPath }
        segments = try Self.decode(path.dropFirst().split(separator: "/", omittingEmptySubsequences: false))
        let pairs = parts.dropFirst().first?.split(separator: "&") ?? []
        var query: [(name: String, value: String)] = []
        for pair in pairs {
            let halves = try Self.decode(pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false))
            query.append((name: halves[0], value: halves.count > 1 ? halves[1] : ""))
        }
        self.query = query
    }

    /// The value of a parameter that stands once; nil where there is none, or more than one.
    func parameter(_ name: String) -> String? {
        let values = query.filter { $0.name == name }
        return values.count == 1 ? values.first?.value : nil
    }

    private static func decode(_ parts: [Substring]) throws(APIError) -> [String] {
        var decoded: [String] = []
        for part in parts {
            guard let text = PercentEncoding.decode(part) else { throw .invalidRequest("the path or the query") }
            decoded.append(text)
        }
        return decoded
    }
}

/// Percent-encoding (RFC 3986 section 2.1).
enum PercentEncoding {
    /// The text that an encoded one stands for; nil for a stray percent sign and for what is not UTF-8.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

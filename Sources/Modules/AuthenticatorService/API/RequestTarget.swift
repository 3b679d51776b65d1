private import Primitives

/// The path and the query of a request. They are split before anything in them is decoded.
struct RequestTarget {
    /// The path's segments.
    let segments: [String]
    private let query: [(name: String, value: String)]

    /// - Throws: `noSuchPath` if the text does not begin with a slash; `invalidRequest` if a part cannot be decoded.
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

    /// The value of a parameter that occurs exactly once; nil if it is missing or repeated.
    func parameter(_ name: String) -> String? {
        let values = query.filter { $0.name.hasSameBytes(as: name) }
        return values.count == 1 ? values.first?.value : nil
    }

    private static func decode(_ parts: [Substring]) throws(APIError) -> [String] {
        var decoded: [String] = []
        for part in parts {
            guard let text = part.percentDecoded else { throw .invalidRequest("the path or the query") }
            decoded.append(text)
        }
        return decoded
    }
}

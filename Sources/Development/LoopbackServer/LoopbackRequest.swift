internal import Essentials
internal import Primitives

/// An HTTP request to a server of this machine (RFC 9112).
package struct LoopbackRequest: Sendable {
    /// The method, such as `POST`.
    package var method: String
    /// The path and the query exactly as they came, still percent-encoded.
    package var target: String
    /// The header lines in order, without white space around the values.
    package var headers: [(name: String, value: String)]
    /// The body; empty for none.
    package var body: [UInt8]

    /// A request.
    package init(
        method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The method and the target, for reports.
    package var line: String { "\(method) \(target)" }

    /// The value of the first header with this name, in any case; nil if there is none.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The headers by their names in lower case. The values of a name that comes more than once are joined (RFC 9110
    /// section 5.3).
    package var fields: [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    }

    /// The path without the query, still percent-encoded.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The segments of the path, still percent-encoded.
    package var rawSegments: [Substring] { path.split(separator: "/") }

    /// The decoded segments of the path.
    package var segments: [String] { rawSegments.map { $0.percentDecoded ?? String($0) } }

    /// The decoded items of the query; an item without a value has an empty one.
    package var query: [(name: String, value: String)] {
        URLComponents(string: target)?.queryItems?.map { ($0.name, $0.value ?? "") } ?? []
    }
}

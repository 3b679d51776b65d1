package import Foundation
package import JSON
package import LoopbackServer

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// An HTTP client for servers of this process, by a network or by a call.
package struct LoopbackClient: Sendable {
    /// Scheme, host and port, and what comes before every path.
    package let base: String
    /// Header fields that every request has.
    package let headers: [String: String]
    private let answer: (@Sendable (LoopbackRequest) async -> LoopbackResponse)?

    /// A client for what is at an address.
    ///
    /// - Parameter answer: answers the requests; nil to send them over the network.
    package init(
        base: String, headers: [String: String] = [:],
        answer: (@Sendable (LoopbackRequest) async -> LoopbackResponse)? = nil
    ) {
        self.base = base
        self.headers = headers
        self.answer = answer
    }

    /// An answer.
    package struct Answer: Sendable {
        /// The status.
        package let status: Int
        /// The header fields, their names in lower case.
        package let headers: [String: String]
        /// The body.
        package let body: [UInt8]

        /// The body as JSON; nil when it is none.
        package var json: JSONValue? { try? JSONValue(parsing: body) }
        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Gets what is at a path.
    package func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    /// Asks what may be done at a path.
    package func options(_ path: String) async throws -> Answer { try await send("OPTIONS", path) }

    /// Posts a text.
    package func post(_ path: String, _ body: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("POST", path, body: Data(body.utf8), headers: headers)
    }

    /// Makes a request; returns the answer whatever its status.
    package func send(
        _ method: String, _ path: String, body: Data? = nil, headers extra: [String: String] = [:]
    ) async throws -> Answer {
        if let answer {
            let given = headers.merging(extra) { $1 }.map { (name: $0.key, value: $0.value) }
            let response = await answer(
                LoopbackRequest(method: method, target: path, headers: given, body: [UInt8](body ?? Data())))
            return Answer(status: response.status, headers: response.headers, body: response.body)
        }
        var request = URLRequest(url: try Self.url(base + path), timeoutInterval: 30)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers.merging(extra, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = try Self.http(response)
        var fields: [String: String] = [:]
        for (name, value) in http.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: http.statusCode, headers: fields, body: [UInt8](data))
    }

    private static func url(_ text: String) throws(Unexpected) -> URL {
        guard let url = URL(string: text) else { throw Unexpected("\(text) is no address") }
        return url
    }

    private static func http(_ response: URLResponse) throws(Unexpected) -> HTTPURLResponse {
        guard let response = response as? HTTPURLResponse else { throw Unexpected("no HTTP response: \(response)") }
        return response
    }
}

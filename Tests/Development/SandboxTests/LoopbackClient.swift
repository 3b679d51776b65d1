import Foundation
import JSON
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP client for servers of this process.
struct LoopbackClient: Sendable {
    /// Scheme, host and port, and what comes before every path.
    let base: String
    var headers: [String: String] = [:]

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var json: JSONValue? { try? JSONValue(parsing: body) }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path, nil) }

    func options(_ path: String) async throws -> Answer { try await send("OPTIONS", path, nil) }

    func post(_ path: String, _ body: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("POST", path, Data(body.utf8), headers)
    }

    func send(
        _ method: String, _ path: String, _ body: Data? = nil, _ extra: [String: String] = [:]
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: base + path)), timeoutInterval: 30)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers.merging(extra, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in http.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: http.statusCode, headers: fields, body: [UInt8](data))
    }
}

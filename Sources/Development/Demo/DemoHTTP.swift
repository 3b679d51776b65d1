internal import Foundation
internal import JSON

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Plain HTTP calls with JSON bodies.
struct DemoHTTP: Sendable {
    /// Scheme, host and port.
    let base: String

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        var json: JSONValue? { try? JSONValue(parsing: body) }
    }

    /// Makes a call; returns the answer whatever its status.
    ///
    /// - Throws: `DemoDifference` if there is no answer.
    func send(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, headers: [String: String] = [:]
    ) async throws(DemoDifference) -> Answer {
        guard let url = URL(string: base + path) else { throw DemoDifference("an address", found: base + path) }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        do {
            let (data, response) = try await URLSession.shared.data(for: request)
            return Answer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: [UInt8](data))
        } catch {
            throw DemoDifference("an answer to \(method) \(path)", found: "\(error)")
        }
    }
}

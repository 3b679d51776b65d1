internal import HTTP
internal import JSON
internal import Processes

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
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], headers: [String: String] = [:]
    ) async throws(DemoDifference) -> Answer {
        let request = HTTPRequest(
            method, base + path,
            headers: [("Content-Type", "application/json")] + headers.map { (name: $0.key, value: $0.value) },
            body: body, timeout: 30_000, maximumResponseBytes: 1 << 24)
        // On a thread of its own: the server that answers may need the only thread of this process's tasks.
        let result: Result<HTTPResponse, HTTPError> = await withCheckedContinuation { continuation in
            Threads.start {
                continuation.resume(
                    returning: Result { () throws(HTTPError) in try CurlTransport().send(request) })
            }
        }
        do throws(HTTPError) {
            let response = try result.get()
            return Answer(status: response.status, body: response.body)
        } catch {
            throw DemoDifference("an answer to \(method.rawValue) \(path)", found: "\(error)")
        }
    }
}

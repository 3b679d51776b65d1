package import HTTP
package import TestSupport

/// The results of a test's requests: the answer or error of each, and the requests that the server recorded.
package struct Exchange: Sendable {
    /// The answer or error of each request, in order.
    package let results: [Result<HTTPResponse, HTTPError>]
    /// The requests that the server received, in order.
    package let requests: [RecordedRequest]

    /// The answers, in order; requests without one are left out.
    package var responses: [HTTPResponse] { results.compactMap { try? $0.get() } }

    /// The errors, in order, by kind: the part of the description before the colon.
    package var errors: [String] {
        results.compactMap { result in
            guard case .failure(let error) = result else { return nil }
            return error.description.split(separator: ":").first.map(String.init)
        }
    }

    /// Sends requests one after the other over one transport to a server with this script. They are given the server's
    /// base URL, without a slash at its end. They get more time than they ask for.
    /// - Parameter arriving: how many requests must arrive although they have only the time that they ask for. What a
    ///   busy machine lets end before that is done again.
    package static func run(
        over transport: @escaping @Sendable () throws -> CurlTransport = { try CurlTransport() }, arriving: Int = 0,
        _ requests: @escaping @Sendable (String) -> [HTTPRequest], _ script: @escaping ScriptedServer.Script
    ) async throws -> Exchange {
        try await onThread {
            try attempt(until: { $0.requests.count >= arriving }) {
                let server = try ScriptedServer(script)
                let curl = try transport()
                let transport: any HTTPTransport = arriving > 0 ? curl : PatientTransport(curl)
                let results = requests("http://\(server.endpoint)").map { request in
                    Result { () throws(HTTPError) in try transport.send(request) }
                }
                waitUntil(seconds: 5) { server.requests.count >= arriving }
                return Exchange(results: results, requests: server.requests)
            }
        }
    }
}

import Authsignal
import HTTP
import HTTPS
import TestSupport

/// The results of calls, and the requests that a server in Authsignal's place recorded.
struct CallOutcome<Value: Sendable>: Sendable {
    let results: [Result<Value, AuthsignalError>]
    let requests: [RecordedRequest]

    /// The only result.
    var result: Result<Value, AuthsignalError> { results[0] }

    /// The kinds of the failures to reach the service: the part of each description before the colon.
    var failureKinds: [String] {
        results.compactMap { result in
            guard case .failure(.unreachable(let error)) = result else { return nil }
            return error.description.split(separator: ":").first.map(String.init)
        }
    }

    /// Makes a call `count` times over one connection, at the base URL `http://<server><path>`.
    /// - Parameter arriving: how many requests must arrive although the time is short. What a busy machine lets end before
    ///   that is done again. Without it, calls get more time than they ask for.
    static func run(
        count: Int = 1, path: String = "/v1", milliseconds: Int64 = 60_000, arriving: Int = 0,
        _ script: @escaping ScriptedServer.Script,
        call: @escaping @Sendable (AuthsignalClient, Deadline) throws(AuthsignalError) -> Value
    ) async throws -> CallOutcome {
        try await onThread {
            try attempt(until: { $0.requests.count >= arriving }) {
                let server = try ScriptedServer(script)
                let client = try AuthsignalSample.client(
                    "http://\(server.endpoint)\(path)", over: arriving > 0 ? CurlTransport.https() : nil)
                let results = (0..<count).map { _ in
                    Result { () throws(AuthsignalError) in
                        try call(client, AuthsignalSample.deadline(in: milliseconds))
                    }
                }
                waitUntil(seconds: 5) { server.requests.count >= arriving }
                return CallOutcome(results: results, requests: server.requests)
            }
        }
    }
}

import AWS
import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import TestSupport

/// What came of calls to an AWS service: the outcome of each, and what the server in place of the service recorded.
struct ServiceCall<Value: Sendable>: Sendable {
    let results: [Result<Value, AWSError>]
    let requests: [RecordedRequest]

    /// The only result.
    var result: Result<Value, AWSError> { results[0] }

    /// Makes calls one after the other over one transport. In the environment's values `{server}` is replaced by the
    /// server's address, `127.0.0.1:` and its port.
    /// - Parameters:
    ///   - arriving: how many requests must arrive although the time is short. What a busy machine lets end before that
    ///     is done again. Without it, calls get more time than they ask for.
    ///   - pause: called instead of waiting between two attempts.
    static func run(
        count: Int = 1, environment: [String: String] = ["AWS_ENDPOINT_URL": "http://{server}"],
        credentials: AWSCredentials = SampleAWS.credentials, milliseconds: Int64 = 60_000, arriving: Int = 0,
        pause: @escaping @Sendable (Int64) -> Void = { _ in },
        _ script: @escaping ScriptedServer.Script,
        call: @escaping @Sendable (AWSClient, Deadline) throws(AWSError) -> Value
    ) async throws -> ServiceCall {
        try await onThread {
            try attempt(until: { $0.requests.count >= arriving }) {
                let server = try ScriptedServer(script)
                let curl = try CurlTransport.https()
                let client = AWSClient(
                    transport: arriving > 0 ? curl : PatientTransport(curl), credentials: credentials,
                    environment: { environment[$0]?.replacingOccurrences(of: "{server}", with: server.endpoint) },
                    pause: pause)
                let results = (0..<count).map { _ in
                    Result { () throws(AWSError) in try call(client, SampleAWS.deadline(in: milliseconds)) }
                }
                waitUntil(seconds: 5) { server.requests.count >= arriving }
                return ServiceCall(results: results, requests: server.requests)
            }
        }
    }
}

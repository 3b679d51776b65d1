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

/// Values that several suites use.
enum SampleAWS {
    static let arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:sign-in/key-AbCdEf"
    static let accessKeyID = "ASIAEXAMPLE"
    static let secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    static let sessionToken = "IQoJb3JpZ2luX2VjEXAMPLE//token+with/symbols=="
    static let credentials = AWSCredentials(
        accessKeyID: accessKeyID, secretAccessKey: secretAccessKey, sessionToken: sessionToken)

    static func deadline(in milliseconds: Int64) -> Deadline {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return Deadline(now() + milliseconds, now: now)
    }

    static func json(_ text: String, status: Int = 200) -> ScriptedAnswer {
        .answer(
            status, headers: [(name: "Content-Type", value: "application/x-amz-json-1.1")], body: Array(text.utf8))
    }

    static func secret(_ value: String = "the secret") -> ScriptedServer.Script {
        { _ in json(#"{"ARN":"\#(arn)","Name":"sign-in/key","SecretString":"\#(value)","VersionId":"1"}"#) }
    }
}

extension ServiceCall<String> {
    /// Reads a secret.
    static func secret(
        of arn: String = SampleAWS.arn, count: Int = 1,
        environment: [String: String] = ["AWS_ENDPOINT_URL": "http://{server}"],
        credentials: AWSCredentials = SampleAWS.credentials, milliseconds: Int64 = 60_000, arriving: Int = 0,
        _ script: @escaping ScriptedServer.Script = SampleAWS.secret()
    ) async throws -> ServiceCall {
        try await run(
            count: count, environment: environment, credentials: credentials, milliseconds: milliseconds,
            arriving: arriving, script
        ) { client, deadline throws(AWSError) in try client.secretString(arn, by: deadline) }
    }
}

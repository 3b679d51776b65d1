import AWS
import FunctionServices
import HTTP
import JSON
import LambdaRuntime
import TriggerTestSupport

/// Services with a clock that tests set, and Secrets Manager in place of the network.
final class ServiceBench: HTTPTransport, @unchecked Sendable {
    var now: Int64 = 1_800_000_000_000
    /// What Secrets Manager answers, by `SecretId` and, if that is asked for, a space and `VersionStage`.
    var secrets: [String: Result<HTTPResponse, HTTPError>] = [:]
    /// The secrets that were asked for since this was last emptied.
    var asked: [String] = []
    let log = LogRecorder()

    func services(_ variables: [String: String] = [:]) -> Services {
        Services(
            settings: Settings(Environment(variables)), transport: self,
            aws: AWSClient(
                transport: self,
                credentials: AWSCredentials(accessKeyID: "id", secretAccessKey: "secret", sessionToken: nil)
            ) { _ in nil },
            now: { self.now }, pause: { self.now += $0 }, random: { Array(repeating: 7, count: $0) })
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: request.body), let id = json["SecretId"]?.string else {
            throw .invalidRequest("no request for a secret")
        }
        let name = ([id] + [json["VersionStage"]?.string].compactMap { $0 }).joined(separator: " ")
        asked.append(name)
        guard let answer = secrets[name] else { throw .cannotConnect(name) }
        return try answer.get()
    }

    /// The ARN of a secret.
    static func arn(_ name: String) -> String { "arn:aws:secretsmanager:eu-west-1:123456789012:secret:\(name)-AbCdEf" }

    static func secret(_ text: String) -> Result<HTTPResponse, HTTPError> {
        .success(HTTPResponse(status: 200, body: Array(#"{"SecretString":"\#(text)"}"#.utf8)))
    }

    static func refusal(_ type: String) -> Result<HTTPResponse, HTTPError> {
        .success(HTTPResponse(status: 400, body: Array(#"{"__type":"\#(type)"}"#.utf8)))
    }
}

internal import JSON
package import LoopbackServer
internal import Synchronization

/// A local stand-in for `GetSecretValue` of AWS Secrets Manager. Every secret has one version, the current one.
package final class SecretsManagerStandIn: StandIn {
    /// The strings of the secrets by their ARNs.
    private let secrets = Mutex<[String: String]>([:])

    /// A stand-in without secrets.
    package init() {}

    /// Stores a secret; returns its ARN.
    package func store(_ secret: String, name: String) -> String {
        let arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:\(name)-AbCdEf"
        secrets.withLock { $0[arn] = secret }
        return arn
    }

    package func respond(to request: LoopbackRequest) -> LoopbackResponse {
        let body = try? JSONValue(parsing: request.body)
        let secret = secrets.withLock { secrets in body?["SecretId"]?.string.flatMap { secrets[$0] } }
        guard request.header("x-amz-target") == "secretsmanager.GetSecretValue", let secret,
            body?["VersionStage"]?.string ?? "AWSCURRENT" == "AWSCURRENT"
        else {
            return LoopbackResponse(400, body: JSONWriter.object { $0.member("__type", "ResourceNotFoundException") })
        }
        return LoopbackResponse(body: JSONWriter.object { $0.member("SecretString", secret) })
    }
}

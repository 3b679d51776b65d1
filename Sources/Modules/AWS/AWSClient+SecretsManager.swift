package import HTTP
private import JSON

extension AWSClient {
    /// Reads the string of a secret (Secrets Manager, `GetSecretValue`).
    /// - Parameters:
    ///   - arn: the secret's ARN, which also says in which region it is.
    ///   - stage: the version's staging label, such as `AWSPREVIOUS`; nil for the current version.
    /// - Throws: `AWSError`; also when the secret is binary.
    package func secretString(_ arn: String, stage: String? = nil, by deadline: Deadline) throws(AWSError) -> String {
        // arn:partition:secretsmanager:region:account:secret:name
        let parts = arn.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 7, parts[0] == "arn", parts[2] == "secretsmanager", parts[5] == "secret" else {
            throw .invalidName("the secret's ARN")
        }
        let answer = try call(
            "GetSecretValue",
            of: Service(
                endpointPrefix: "secretsmanager", variable: "SECRETS_MANAGER", targetPrefix: "secretsmanager"),
            region: String(parts[3]),
            body: JSONWriter.object { body in
                body.member("SecretId", arn)
                body.member("VersionStage", ifPresent: stage)
            }, by: deadline)
        guard let secret = answer["SecretString"]?.string, !secret.isEmpty else { throw .unreadable }
        return secret
    }
}

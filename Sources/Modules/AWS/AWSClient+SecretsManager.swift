package import HTTP
private import JSON

extension AWSClient {
    /// Reads the current string of a secret (Secrets Manager, `GetSecretValue`).
    /// - Parameter arn: the secret's ARN, which also says in which region it is.
    /// - Throws: `AWSError`; also when the secret is binary.
    package func secretString(_ arn: String, by deadline: Deadline) throws(AWSError) -> String {
        // arn:partition:secretsmanager:region:account:secret:name
        let parts = arn.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 7, parts[0] == "arn", parts[2] == "secretsmanager", parts[5] == "secret" else {
            throw .invalidName("the secret's ARN")
        }
        let answer = try call(
            "GetSecretValue",
            of: Service(
                endpointPrefix: "secretsmanager", variable: "SECRETS_MANAGER", targetPrefix: "secretsmanager"),
            region: String(parts[3]), body: JSONWriter.object { $0.member("SecretId", arn) }, by: deadline)
        guard let secret = answer["SecretString"]?.string, !secret.isEmpty else { throw .unreadable }
        return secret
    }
}

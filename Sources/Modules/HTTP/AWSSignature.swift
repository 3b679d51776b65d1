/// What AWS Signature Version 4 needs besides the request. A session token travels as the header
/// `X-Amz-Security-Token`, which is then among the signed ones.
package struct AWSSignature: Sendable {
    /// The access key id.
    package var accessKeyID: String
    /// The secret access key.
    package var secretAccessKey: String
    /// The region of the credential scope, such as `eu-west-1`.
    package var region: String
    /// The service of the credential scope, such as `secretsmanager`.
    package var service: String

    /// A signature for one service in one region.
    package init(accessKeyID: String, secretAccessKey: String, region: String, service: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.region = region
        self.service = service
    }
}

/// The credentials of the function's role, which Lambda puts into the environment.
package struct AWSCredentials: Sendable {
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Credentials with those parts.
    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String?) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; nil if the first two are missing.
    /// - Parameter environment: looks a variable up; nil when unset or empty.
    package init?(environment: (String) -> String?) {
        guard let id = environment("AWS_ACCESS_KEY_ID"), let secret = environment("AWS_SECRET_ACCESS_KEY") else {
            return nil
        }
        self.init(accessKeyID: id, secretAccessKey: secret, sessionToken: environment("AWS_SESSION_TOKEN"))
    }
}
